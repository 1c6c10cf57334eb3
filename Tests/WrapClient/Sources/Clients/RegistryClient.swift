// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client whose names and attributes say what the types of its callbacks and handles do not.
public final class RegistryClient: Client, @unchecked Sendable {
    public struct Failure: Error { public let reason: String }

    public var lookup: Lookup! { Lookup(script) }

    /// The only callback beside the failure is the answer.
    public func notes(
        _ path: String,
        notes: @escaping ([String]) -> Void,
        failure: @escaping (Error) -> Void
    ) {
        script.send("notes", success: { notes([$0]) }, failure: failure)
    }

    public func find(_ name: String, onCompletion: @escaping (Search) -> Void) {
        script.send("find") { onCompletion($1.map { .error($0) } ?? .resultList([name])) }
    }

    /// The property `error` of the receipt is no `Error`.
    public func sign(_ name: String, completion: @escaping (Receipt) -> Void) {
        script.send("sign") { (_: String?, error: Error?) in
            completion(Receipt(error: error.map { Problem(text: "\($0)") }))
        }
    }

    /// The property `error` has the type of a generic parameter, so the result is the failure.
    public func reply(completion: @escaping (Reply<String, Failure>) -> Void) {
        script.send("reply") { (text: String?, error: Error?) in
            let failure = error.map { Failure(reason: "\($0)") }
            completion(Reply(result: failure.map(Result.failure) ?? .success("reply")))
        }
    }

    /// Needs a hint: only the status shows a failure.
    public func page(_ name: String, callback: @escaping (String?, HTTPURLResponse?) -> Void) {
        script.send("page") { (text: String?, error: Error?) in
            callback(text, Self.response(error == nil ? 200 : 404))
        }
    }

    /// Needs the same hint.
    public func remove(_ name: String, callback: @escaping (Bool, HTTPURLResponse?) -> Void) {
        script.send("remove") { (_: String?, error: Error?) in
            callback(error == nil, Self.response(error == nil ? 204 : 500))
        }
    }

    private static func response(_ status: Int) -> HTTPURLResponse? {
        HTTPURLResponse(
            url: URL(fileURLWithPath: "/"),
            statusCode: status,
            httpVersion: nil,
            headerFields: nil
        )
    }

    /// The rows only ask the closures of their methods, and the error is nested in the client.
    public func rows(_ name: String, completion: @escaping (Result<Rows, Failure>) -> Void) {
        script.send("rows") { (text: String?, error: Error?) in
            completion(error.map { .failure(Failure(reason: "\($0)")) } ?? .success(Rows()))
        }
    }

    /// Needs a hint: no case has an error.
    public func join(_ name: String, completion: @escaping (Joining) -> Void) {
        script.send("join") { (_: String?, error: Error?) in
            completion(error == nil ? .complete : .timeout)
        }
    }

    /// Needs a hint: the flag is true after a failure.
    public func wait(completion: @escaping (_ timedOut: Bool) -> Void) {
        script.send("wait") { (_: String?, error: Error?) in completion(error != nil) }
    }

    public func enter(completion: @escaping (String?, _ didCancel: Bool, Error?) -> Void) {
        script.send("enter") { completion($0, $1 != nil, nil as Error?) }
    }

    @available(
        *,
        deprecated,
        message: """
            Use "notes",
            which is newer.
            """
    )
    public func oldNotes(completion: @escaping (Result<String, Error>) -> Void) {
        script.send("oldNotes", completion: completion)
    }

    @available(swift, obsoleted: 1.0)
    public func objcNotes(completion: @escaping (Result<String, Error>) -> Void) {}

    public func register(event: String, handler: @escaping (Search) -> Void) {}
    public func unregister(event: String) {}

    public func configure(
        where isMeant: @escaping (String) -> Bool,
        _ change: @escaping (inout [String: String]) -> Void
    ) {}

    public func once(_ event: String, callback: @escaping ([String]) -> Void) -> UUID { UUID() }

    /// The caller may ignore the handle, so the request has started.
    @discardableResult
    public func started(completion: @escaping (Result<String, Error>) -> Void) -> StartedTask {
        StartedTask(script.send("started", completion: completion))
    }

    public func signed(completion: @escaping (Result<String, Error>) -> Void) -> SignedRequest {
        SignedRequest(script.send("signed", completion: completion))
    }

    /// Needs a hint: the request goes on with the chain.
    public func streamTransfer(_ change: ((inout String) throws -> Void)?) -> Transfer {
        Transfer(script)
    }

    /// Needs a hint: awaiting the value is the request.
    public func lookup(_ name: String) -> Lookup { Lookup(script) }
}

/// The end of a search.
public enum Search {
    case resultList([String])
    case successWithoutResults
    case error(Error)
}

public enum Joining {
    case complete, timeout
}

public struct Receipt { public let error: Problem? }

public struct Reply<Value, Failure: Error> {
    public let result: Result<Value, Failure>

    public var error: Failure? {
        if case .failure(let error) = result { error } else { nil }
    }
}

public struct Problem { public let text: String }

public struct Rows { public func filter(_ isIncluded: @escaping (String) -> Bool) -> Rows { self } }

/// A handle whose cancelling method has a name of its own.
public final class SignedRequest: Sendable {
    private let request: ScriptedHandle

    init(_ request: ScriptedHandle) { self.request = request }
    public func cancelRequest() { request.cancel() }
}

/// A chain of calls that has its own `cancel()`.
public final class Transfer: Client, @unchecked Sendable {
    // Safe: one thread at a time uses a client here.
    private var request: ScriptedHandle?

    public func checked(_ isValid: @escaping (Int) -> Bool) -> Transfer { self }

    @discardableResult
    public func response(completion: @escaping (Result<String, Error>) -> Void) -> Transfer {
        request = script.send("response", completion: completion)
        return self
    }

    public func resume() {}

    @discardableResult
    public func cancel() -> Transfer {
        request?.cancel()
        return self
    }

    @discardableResult
    public func cancel(keepingPart completion: @escaping (Data?) -> Void) -> Transfer {
        completion(nil)
        return self
    }
}

public final class Lookup: Client, @unchecked Sendable {
    public var value: String { get async throws { try await script.send("value") } }

    /// Returns a client as the handle, which only the caller retains.
    public static func begin(
        _ script: ScriptedClient<String>,
        completion: @escaping (String?, Error?) -> Void
    ) -> Lookup {
        script.send("begin", completion: completion)
        return Lookup(script)
    }

    public func cancel() {}

    /// Issues no request.
    public func cancelAllRequests() async {}

    /// Issues a request, in spite of its name.
    public func cancelAllOrders() async { _ = try? await script.send("orders") }

    /// Issues no request: the client calls the subscriber whenever something happens.
    public func subscribe(_ subscriber: Subscriber) async {}

    /// Issues a request, in spite of its parameter.
    public func post(to subscriber: Subscriber) async { _ = try? await script.send("post") }
}

public final class Subscriber: Sendable {}

public protocol Registering {
    func register(_ name: String, completion: @escaping (Result<String, Error>) -> Void)
}

extension Registering {
    public func register(_ name: String, completion: @escaping (Result<String, Error>) -> Void) {
        completion(.success(name))
    }
}

extension RegistryClient: Registering {
    /// Replaces the default implementation.
    public func register(_ name: String, completion: @escaping (Result<String, Error>) -> Void) {
        script.send("register", completion: completion)
    }
}
