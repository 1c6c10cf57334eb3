// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// A client with other clients in properties that can be set, and with errors beside the last value of a callback.
public final class LibraryClient: Client, @unchecked Sendable {
    public lazy var lookup = Lookup(script)
    public lazy var branches: [Lookup]? = [lookup]
    public lazy var network: any Networking = Network(script)

    public func store() -> (some Storing<String>)? { Optional(Store(script)) }

    /// Stays by hand: the wrapper of this protocol is generic, and takes no existential.
    public func anyStore() -> any Storing<String> { Store(script) }

    /// The client calls this object, which is not a client.
    public weak var delegate: LibraryDelegate?

    /// An error in `onPage` does not end the request, and is not a failure.
    public func pages(
        onPage: @escaping (Result<String, Error>) -> Void,
        completion: ((Error?) -> Void)?
    ) {
        script.send("pages") { (text: String?, error: Error?) in
            onPage(error.map(Result.failure) ?? .success(text ?? ""))
            completion?(error)
        }
    }

    /// Needs a hint: an error may arrive in two values.
    public func upload(
        _ names: [String],
        completion: @escaping (_ names: [String], Error?, _ refused: [String: Refused]) -> Void
    ) {
        script.send("upload") { (text: String?, error: Error?) in
            let refused = error.map { ["first": Refused("\($0)")] } ?? [:]
            completion(names, nil, refused)
        }
    }

    /// Needs a hint: the errors are no `Error`.
    public func importAll(
        as id: String = UUID().uuidString,
        completion: @escaping (ImportFailure?, [ImportFailure]) -> Void
    ) {
        script.send("importAll") { (text: String?, error: Error?) in
            completion(nil, error.map { [ImportFailure(text: "\($0)")] } ?? [])
        }
    }
}

public protocol LibraryDelegate: AnyObject {
    func isAllowed(_ name: String, completion: @escaping (Bool) -> Void)
}

public struct ImportFailure { public let text: String }

/// A client with values and cases that end no request, and with closures inside values.
public final class Marks {
    public func rise(done: @escaping (_ progress: Double, _ error: Error?) -> Void) {}
    public func part(done: @escaping (_ text: String?, _ isPartial: Bool, Error?) -> Void) {}
    public func step(onStep: @escaping (_ step: Int, _ finished: Bool) -> Void) {}
    public func buy(done: @escaping (Bought) -> Void) {}
    public func retry(done: @escaping (Attempt) -> Void) {}
    public func state() async -> Shade { .light }
    public func all(_ handlers: [Listener]) {}
    public func both(_ handlers: (Listener, Int), done: @escaping (Error?) -> Void) {}
    public func nested(_ options: Options) {}
    public func save(done: @escaping (String?) -> Void) {}
    public func invoke(done: ((_ result: Any?, _ error: Any?) -> Void)?) {}
    public func startUpdateProfile(cb: @escaping (Error?) -> Void) {}
    public func query(updateHandler: @escaping (String?, Error?) -> Void) {}
    public func list(enumerationBlock: @escaping (String?, Error?) -> Void) {}
    public func fetch(repeats: Bool, done: @escaping (Result<Int, Error>) -> Void) {}
    public func pair(done: @escaping (Error?) -> Void) -> (Int, Progress) {
        (0, .init(totalUnitCount: 1))
    }
    public func send(onCompletion: @escaping (Int) -> Void, onError: @escaping (Error) -> Void) {}
    public func setErrorBlock(_ block: @escaping (Error?) -> Void) {}
    public func didLoad(_ closure: (() -> Void)?) {}
    public func token(done: @escaping (Token) -> Void) {}
    public func link(done: @escaping (Error?) -> Void, disconnected: @escaping (Error?) -> Void) {}
    public func login() async -> Login { Login() }
    public func cancel(request: CallbackRequest) {}
    public func query() -> Promise { Promise() }
    public func registerForPush(completionBlock: @escaping (Result<Bool, Error>) -> Void) {}
    public func plan(repeating seconds: Int, execute: @escaping () -> Void) {}
    public func subscribe(done: @escaping (String) -> Void) {}
    public func unsubscribe(done: @escaping (String) -> Void) {}
    public var connected: Bool { get async { true } }
    public func load(
        _ options: Couple<Int, Int> = Couple<Int, Int>(),
        done: @escaping (Load) -> Void
    ) {}
}

/// A client that answers to a closure in a property.
public final class Uploading {
    public var resultHandler: ((Result<Int, Error>) -> Void)?
    public func start() {}
    public func set(completion: @escaping (Error?) -> Void) -> Self { self }
}

/// A client whose listeners return the same token.
public final class Messages {
    public func onMessage(callback: @escaping (Int) -> Void) -> Ender { Ender() }
    public func connect(callback: @escaping (Int) -> Void) -> Ender { Ender() }
}

open class Crate<U: Seed, G: Seed> { public func send(done: @escaping (Error?) -> Void) {} }
public final class Box<G: Seed>: Crate<Seed, G> {}
public final class Promise {
    public func onSuccess(_ body: @escaping (Int) -> Void) -> Promise { self }
    public func onFailure(_ body: @escaping (Error) -> Void) -> Promise { self }
}
public enum Token {
    case token(String)
    case error(Error)
}
public struct Login { public let result = Entry.success }
public enum Entry { case success, wrongPassword }
public struct Couple<First, Second> { public init() {} }
public enum Load {
    case success(Int)
    case dataUnchanged
    case failure(Error)
}

public typealias Listener = (Error?) -> Void

public enum Bought {
    case success(Int, warning: Error?)
    case failure(Error)
}
public enum Attempt {
    case retrying(Error)
    case done(Int)
    case failed(Error)
}
public enum Shade { case light, networkError }
public struct Handlers { public var onDone: Listener? }
public struct Options { public var handlers: Handlers }
