import Foundation
import Interception
import OldApp

/// A failed request, reduced to properties that a check can compare.
struct FailedRequest: Equatable, Sendable {
    /// The source of an error.
    enum Origin: Equatable, Sendable {
        case client(NetworkError)
        case connection
        case library
        case unknown
    }

    var label: String
    var reason: RequestFailure.Reason
    var origin: Origin

    init(_ label: String, _ reason: RequestFailure.Reason, _ origin: Origin) {
        self.label = label
        self.reason = reason
        self.origin = origin
    }

    init(_ failure: RequestFailure) {
        self.init(failure.label, failure.reason, Origin(failure.error))
    }
}

extension FailedRequest.Origin {
    fileprivate init(_ error: any Error) {
        self =
            switch error {
            case let error as NetworkError: .client(error)
            case is URLError: .connection
            case is LostCallbackError, is RequestTimeoutError: .library
            default: .unknown
            }
    }
}

extension FailedRequest: CustomStringConvertible {
    var description: String { "\(label) \(reason)" }
}
