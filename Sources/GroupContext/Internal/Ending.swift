/// How a request ended.
package enum Ending: Sendable {
    case succeeded
    case failed(any Error, RequestFailure.Reason)

    /// The ending of a request that reported this error, or none.
    package init(_ error: (any Error)?) {
        self = error.map { .failed($0, .failed) } ?? .succeeded
    }
}
