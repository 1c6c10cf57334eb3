typealias LoadCompletion = @Sendable (Result<LoadedResponse, any Error>) -> Void
