// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A fluent client: creating a request sends it, and every handler receives its answer.
public final class Session {
    private let fate: Fate

    public init(_ fate: Fate) { self.fate = fate }

    public func request() -> SessionRequest { SessionRequest(fate) }
}

public final class SessionRequest {
    private let fate: Fate
    private var isValidated = false
    private var handlers: [(Result<String, any Error>) -> Void] = []

    init(_ fate: Fate) {
        self.fate = fate
    }

    @discardableResult
    public func validate() -> Self {
        isValidated = true
        return self
    }

    @discardableResult
    public func response(_ handler: @escaping (Result<String, any Error>) -> Void) -> Self {
        if fate == .kept { queue.async { self.handlers.append(handler) } }
        serve(
            fate,
            success: { handler(.success(self.isValidated ? "validated" : "unchecked")) },
            failure: { handler(.failure($0)) }
        )
        return self
    }

    public func cancel() {
        queue.async {
            for handler in self.handlers { handler(.failure(GivenUp())) }
            self.handlers = []
        }
    }
}
