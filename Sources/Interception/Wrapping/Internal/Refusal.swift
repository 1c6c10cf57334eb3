import Foundation

// How a request that is not started reports so through the failure callback of its caller.

/// Reports a refusal with an error of the callback's own type, if the reason can be one.
@usableFromInline
func refusal<Failure: Error>(by failure: ((Failure) -> Void)?) -> ((any Error) -> Void)? {
    failure.map { failure in
        { reason in
            if let error = reason as? Failure ?? reason as NSError as? Failure { failure(error) }
        }
    }
}

/// Reports a refusal through a callback that takes an error or `nil`: with the reason if it can be one,
/// otherwise not at all, as `nil` would say nothing.
@usableFromInline
func refusal<Failure: Error>(by failure: ((Failure?) -> Void)?) -> ((any Error) -> Void)? {
    refusal(by: failure.map { failure in { (error: Failure) in failure(error) } })
}
