// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// A client with request objects, a builder, and one handler for all events.
public final class Courier: Sendable {
    private let fate: Fate

    public init(_ fate: Fate) { self.fate = fate }

    public func start(_ parcel: Parcel) {
        serve(
            fate,
            success: { parcel.onSuccess?("parcel") },
            failure: { parcel.onFailure?($0) }
        )
    }

    public func letter() -> Letter { Letter(fate: fate) }

    public func watch(_ handler: @escaping (Parcel.Event) -> Void) {
        queue.async { [fate] in if fate != .lost { handler(.moved(0.5)) } }
        serve(fate, success: { handler(.arrived) }, failure: { handler(.lost($0)) })
    }

    public func retry(_ path: String, done: @escaping (Data?, Int, Bool, (any Error)?) -> Void) {
        serve(
            fate,
            success: { done(Data(), 200, true, nil) },
            failure: { done(nil, 500, true, $0) }
        )
    }
}

/// A request that has its callbacks in properties.
public final class Parcel {
    public enum Event {
        case moved(Double)
        case arrived
        case lost(any Error)
    }

    public var onSuccess: ((String) -> Void)?
    public var onFailure: ((any Error) -> Void)?

    public init() {}
}

/// A builder of a request.
public struct Letter {
    let fate: Fate
    var stamps = 0
    var success: ((String) -> Void)?
    var failure: ((any Error) -> Void)?

    public func stamped(_ count: Int) -> Letter {
        var letter = self
        letter.stamps += count
        return letter
    }

    public func onSuccess(_ callback: @escaping (String) -> Void) -> Letter {
        var letter = self
        letter.success = callback
        return letter
    }

    public func onFailure(_ callback: @escaping (any Error) -> Void) -> Letter {
        var letter = self
        letter.failure = callback
        return letter
    }

    public func send() {
        serve(
            fate,
            success: { [success, stamps] in success?("\(stamps) stamps") },
            failure: { [failure] in failure?($0) }
        )
    }
}
