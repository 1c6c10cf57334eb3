/// The completion of a request that loads a response.
typealias LoadCompletion = @Sendable (Result<LoadedResponse, any Error>) -> Void
