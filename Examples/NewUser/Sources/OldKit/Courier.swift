// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A client with a builder of requests.
public final class Courier {
    public static let shared = Courier()

    public func letter(_ fate: Fate) -> Letter { Letter(fate: fate) }
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
