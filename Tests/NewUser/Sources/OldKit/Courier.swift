// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client whose request objects store their callbacks, with a builder of requests.
public final class Courier {
    public static let shared = Courier()

    public func start(_ parcel: Parcel) {
        // Clear the callbacks of the parcel, so that a retained parcel does not retain them.
        let (success, failure) = (parcel.onSuccess, parcel.onFailure)
        (parcel.onSuccess, parcel.onFailure) = (nil, nil)
        serve(parcel.fate, success: { success?("parcel") }, failure: { failure?($0) })
    }

    public func letter(_ fate: Fate) -> Letter { Letter(fate: fate) }
}

public final class Parcel {
    public let fate: Fate
    public var onSuccess: ((String) -> Void)?
    public var onFailure: ((any Error) -> Void)?

    public init(_ fate: Fate) {
        self.fate = fate
    }
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
