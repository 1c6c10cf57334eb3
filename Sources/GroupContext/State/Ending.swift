package enum Ending: Sendable {
    case succeeded
    case failed(any Error, RequestFailure.Reason)

    package init(_ error: (any Error)?) {
        self = error.map { .failed($0, .failed) } ?? .succeeded
    }
}
