// A library of others, as they are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

/// What becomes of a request: the server of this client is told so.
public enum Fate: String, CaseIterable, Sendable {
    case answered, failed
    /// The client drops the callbacks.
    case lost
    /// The client keeps the callbacks until the request is cancelled.
    case kept
}

/// The error of a request that has failed.
public struct Gone: Error, Equatable {
    public init() {}
}

/// The error of a request that was cancelled.
public struct GivenUp: Error, Equatable {
    public init() {}
}

/// What every client in here calls back on.
let queue = DispatchQueue(label: "old kit")

/// Ends a request as its fate wants, and not before the method of the client has returned.
func serve(_ fate: Fate, success: @escaping () -> Void, failure: @escaping (any Error) -> Void) {
    queue.async {
        switch fate {
        case .answered: success()
        case .failed: failure(Gone())
        case .lost, .kept: break
        }
    }
}
