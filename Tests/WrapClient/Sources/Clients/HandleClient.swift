// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Interception

/// Methods that return a handle, which cancels the request.
public final class HandleClient: Client, @unchecked Sendable {
    public func ticket(completion: @escaping (Result<String, Error>) -> Void) -> Ticket {
        Ticket(script.send("ticket", completion: completion))
    }

    @discardableResult
    public func optional(success: ((String) -> Void)?, failure: ((Error) -> Void)?) -> Ticket? {
        Ticket(script.send("optional", success: success, failure: failure))
    }

    public func any(completion: @escaping (Result<String, Error>) -> Void) -> Cancellable {
        Ticket(script.send("any", completion: completion))
    }

    /// Needs a hint: no `cancel()`.
    public func torn(completion: @escaping (Result<String, Error>) -> Void) -> Tearable {
        Tearable(script.send("torn", completion: completion))
    }

    /// Needs a hint: cancelled by the client.
    public func number(completion: @escaping (Result<String, Error>) -> Void) -> Int {
        let request = script.send("number", completion: completion)
        return requests.add(request)
    }

    public func cancel(_ number: Int) { requests[number]?.cancel() }

    /// Needs a hint: the caller may have to start the handle.
    public func prepared(completion: @escaping (Result<String, Error>) -> Void) -> Prepared {
        let prepared = Prepared(script.send("prepared", completion: completion))
        prepared.resume()
        return prepared
    }

    private let requests = Requests()
}

public protocol Cancellable: AnyObject { func cancel() }

public final class Ticket: Cancellable, Sendable {
    private let request: ScriptedHandle

    init(_ request: ScriptedHandle) { self.request = request }
    public func cancel() { request.cancel() }
}

public final class Tearable: Sendable {
    private let request: ScriptedHandle

    init(_ request: ScriptedHandle) { self.request = request }
    public func tearUp() { request.cancel() }
}

public final class Prepared: Sendable {
    private let request: ScriptedHandle

    init(_ request: ScriptedHandle) { self.request = request }
    public func resume() {}
    public func cancel() { request.cancel() }
}

/// The requests of a client, by number.
private final class Requests: @unchecked Sendable {
    // Safe: one thread at a time uses a client here.
    private var all: [ScriptedHandle] = []

    func add(_ request: ScriptedHandle) -> Int {
        all.append(request)
        return all.count - 1
    }

    subscript(number: Int) -> ScriptedHandle? {
        all.indices.contains(number) ? all[number] : nil
    }
}
