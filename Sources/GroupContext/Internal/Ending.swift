/// The ways in which a request ends.
package enum Ending: Sendable {
    case succeeded
    case failed(any Error, RequestFailure.Reason)

    /// Makes the ending of a request that was answered with this error, or without one.
    package init(_ error: (any Error)?) {
        self = error.map { .failed($0, .failed) } ?? .succeeded
    }
}
