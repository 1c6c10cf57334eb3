// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch

/// The behavior of the server for a request.
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

/// The queue on which every client calls back.
let queue = DispatchQueue(label: "old kit")

/// Completes a request according to its fate, after the client's method has returned.
func serve(_ fate: Fate, success: @escaping () -> Void, failure: @escaping (any Error) -> Void) {
    queue.async {
        switch fate {
        case .answered: success()
        case .failed: failure(Gone())
        case .lost, .kept: break
        }
    }
}
