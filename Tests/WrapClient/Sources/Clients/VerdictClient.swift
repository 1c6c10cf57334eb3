// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client with callbacks that say little of a failure, and handles that say little of cancelling.
public final class VerdictClient: Client, @unchecked Sendable {
    public func verify(_ path: String, completion: @escaping (Verdict) -> Void) {
        script.send("verify") { completion($1 == nil ? .succeeded : .failed(error: Refused(path))) }
    }

    public func isOpen(completion: @escaping (Bool) -> Void) {
        script.send("isOpen") { completion($1 == nil) }
    }

    public func item(_ path: String, completion: @escaping (String?) -> Void) {
        script.send("item") { (text: String?, _: Error?) in completion(text) }
    }

    public func value(_ path: String, completion: @escaping (Any?) -> Void) {
        script.send("value") { (text: String?, error: Error?) in completion(error ?? text) }
    }

    public func size(of path: String, completion: @escaping (Int, Fault) -> Void) {
        script.send("size") { (text: String?, error: Error?) in
            completion(text?.count ?? 0, error == nil ? .success : Fault(code: 1))
        }
    }

    public func close(success: @escaping () -> Void, failure: @escaping (NSError?) -> Void) {
        script.send("close") { (_: String?, error: Error?) in
            if let error { failure(error as NSError) } else { success() }
        }
    }

    public func renew(
        taskHandler: @escaping (PausedTask) -> Void = { _ in },
        onRenewal: @escaping (Result<String, Error>) -> Void,
        completionHandler: @escaping (Result<String, Error>) -> Void
    ) {
        onRenewal(.success("token"))
        script.send("renew", completion: completionHandler)
    }

    public func sent(_ value: sending Any?, completion: @escaping (Result<String, Error>) -> Void) {
        script.send("sent", completion: completion)
    }

    public func onExpiry(completion: @escaping ([String]) -> Void) {}
    public func register(_ path: String, eventHandler: @escaping () -> Void) {}

    public func session(
        _ name: String,
        didReceive text: String,
        completionHandler: @escaping (Bool) -> Void
    ) { completionHandler(true) }

    @available(swift 1000)
    public func hidden(completion: @escaping (Result<String, Error>) -> Void) {}

    public func page(_ name: String, modifier: ((inout String) throws -> Void)?) -> PageRequest {
        PageRequest()
    }

    public func task(completion: @escaping (Result<String, Error>) -> Void) -> URLSessionDataTask {
        script.send("task", completion: completion)
        return URLSession.shared.dataTask(with: URL(fileURLWithPath: "/"))
    }

    public func perhapsTask(
        completion: @escaping (Result<String, Error>) -> Void
    ) -> URLSessionDataTask? {
        script.send("perhapsTask", completion: completion)
        return nil
    }

    public func paused(completion: @escaping (Result<String, Error>) -> Void) -> PausedTask {
        PausedTask(script.send("paused", completion: completion))
    }

    public func check(done: @escaping (Audit) -> Void) { done(Audit()) }

    public func prepared(completion: @escaping (Bool) -> Void) -> StartedTask {
        StartedTask(
            script.send("prepared") { (_: String?, error: Error?) in completion(error == nil) }
        )
    }

    public func numbered(completion: @escaping (Result<String, Error>) -> Void) -> Old.StartedTask {
        script.send("numbered", completion: completion)
        return 1
    }

    public func mail(
        _ mails: [String],
        progress: ((String, Error?) -> Void)?,
        completion: (([String], [(String, Error)]) -> Void)?
    ) {
        script.send("mail") { (_: String?, error: Error?) in
            for mail in mails { progress?(mail, error) }
            completion?(mails, [])
        }
    }

    public func logIn(
        success: @escaping (String) -> Void,
        needsCode: @escaping (Int) -> Void,
        failure: @escaping (Error) -> Void
    ) {
        script.send("logIn") { (_: String?, error: Error?) in
            if let error { failure(error) } else { needsCode(1) }
        }
    }

    public typealias Confirmation = () throws -> String

    public func confirm(done: @escaping (Confirmation) -> Void) {
        script.send("confirm") { (text: String?, error: Error?) in
            done { if let error { throw error } else { text ?? "" } }
        }
    }

    public func search<T: PausedTask>(
        success: @escaping (Found<T>) -> Void,
        failure: ((Error) -> Void)?
    ) {
        script.send("search") { (_: String?, error: Error?) in
            if let error { failure?(error) } else { success(Found()) }
        }
    }
}

/// A client of which names say what comes often, what ends, and what cancels.
public final class Hub: Client, @unchecked Sendable {
    public func read(received: @escaping (Int) -> Void, done: @escaping () -> Void) -> Tearable {
        Tearable(script.send("read") { _, _ in done() })
    }
    public func cancelRead(_ handle: Tearable, failed: @escaping (Error) -> Void) {}
    public func listen(completion: @escaping (Verdict) -> Void) {}
    public func endListen() {}
    public func delegateOnClose(to owner: AnyObject, callback: @escaping (Int) -> Void) {}
    public func receive(_ status: String, callback: @escaping (String) -> Void) -> Hub { self }
    public func addPingListener(_ ping: @escaping () -> Void, error: @escaping (Error) -> Void) {}
    public func setCloseHandler(_ close: @escaping (Int) -> Void) {}
    public func subscribe(_ next: @escaping (Int) -> Void, failure: @escaping (Error) -> Void) {}
    public func attach(added: @escaping (Int) -> Void, moved: @escaping (Int) -> Void) {}
    public func leave(left: @escaping () -> Void, failure: @escaping (Error) -> Void) {}
    public func save(done: @escaping () -> Void, failure: @escaping (Error) -> Void) {}
    public func set(prepare: @escaping (Int) -> Void, failure: @escaping (Error) -> Void) {}
    public func checkKey(done: @escaping (Bool) -> Void) {}
    public func store(done: @escaping (Bool) -> Void) {}
    public func storeAll(done: @escaping (Bool) -> Void) {}
    public func tally(completion: @escaping (Tally, Int, Int, Int) -> Void) {}
    public func batch(_ end: @escaping (Error?) -> Void) -> BlockOperation { BlockOperation() }
    public func unlisten() {}
    public func decode(errorDecoder: @escaping (Int) -> Error, end: @escaping (Error?) -> Void) {}
    public func refresh(completion: Old.Completion? = nil) {}
    public func report(success: @escaping () -> Void, failure: @escaping (String, Int) -> Void) {}
    public func tell(success: @escaping () -> Void, failure: @escaping (String?) -> Void) {}
    public func refuse(success: @escaping () -> Void, failure: @escaping (Int, Int) -> Void) {}
    public func end(_ end: @escaping (Error?) -> Swift.Void) {}
    public func getFlag(done: @escaping (Bool) -> Void) {}
    public func names(done: @escaping ([String]) -> Void) {}
    public func tags(done: @escaping ([Int]) -> Void) {}
    public func redirect(completion: @escaping (Error?) -> Void) -> Bool { true }
    public func scan(status: @escaping (ReadPolicy) -> Void, completion: @escaping (Error?) -> Void)
    {}
    public func post(completion: @escaping (Posting) -> Void) {}
    public func cachedItem(completion: @escaping (String?) -> Void) {}
    public func openView(_ callback: @escaping (Bool) -> Void) {}
    public func getState() -> Int { 0 }
    public func shelf(completion: @escaping (Result<Shelf, Error>) -> Void) {}
    public weak var delegate: AnyObject?
    public func startListening(handler: @escaping (Int?, Error?) -> Void) {}
    public func showForm(completion: @escaping (Sheet) -> Void) {}
    public func settle(done: @escaping (Settling) -> Void) {}
    public func say(delegate: String, done: @escaping (Error?) -> Void) {}
    @discardableResult public func enqueue(_ name: String) -> Operation { BlockOperation() }
    public func rows(each: @escaping (Int) -> Void, page: @escaping (Int?, Error?) -> Int?) {}
    public func onCode(data: String, callback: @escaping (Settling) -> Void) {}
    public let session = URLSession.shared
    public func judge(done: @escaping (Judgement) -> Void) {}
    public func send(content: Int, completion: Delivery) {}
    public func load(_ id: Int, listener: any Hearing) {}
    public func batch(each: @escaping (Int, Error?) -> Void, completion: @escaping () -> Void) {}
    public func pages(_ handler: @escaping (Result<[Int], Error>, _ hasMore: Bool) -> Void) {}
    public func pay(onSuccess: @escaping (Int) -> Void, onCancel: @escaping () -> Void) {}
    public func feed(done: @escaping (Error?) -> Void) -> Folder? { nil }
    public func chunks(onChunk: @escaping ([Int]) -> Void) {}
    public func bytes(onBytes: @escaping ([Int]) -> Void, end: @escaping (Error?) -> Void) {}
    public func code(done: @escaping (_ errorCode: Int) -> Void) {}
    public func merge(done: @escaping (Result<Int, Error>, Result<Int, Error>) -> Void) {}
    public func flagged(done: @escaping (Error?) -> Void) -> Flagged { Flagged() }
    public func flag(done: @escaping (_ error: Bool, _ errorMessage: String) -> Void) {}
    public func cause(done: @escaping (Broken, Error?) -> Void) {}
}

public final class Audit { public let success = true }
public final class Flagged { public func cancel() -> Bool { true } }
public enum Sheet { case onInput, onClose }
public enum Settling { case success, failure }
public enum Delivery { case processed((Error?) -> Void) }
public protocol Hearing { func done(_ error: Error?) }
public enum Judgement { case failure(Int?, [Refused]) }
public protocol Closable {}
extension Hub: Closable {}
extension Tearable: Closable {}
extension Closable where Self == Tearable { public func tearLater() {} }
public struct Tally { public let outcome: Outcome<Refused> }

public struct Shelf { public let folder: Folder }
public enum Posting {
    case applied, done, cancelled
    case failed(Error)
}
open class Root { open var level: Int { 0 } }
open class Branch: Root { override open var level: Int { 1 } }
public final class Leaf: Branch {
    override public var level: Int { 2 }
    public func up() -> Branch { self }
    public static func grow(done: @escaping (Error?) -> Void) {}
    public static var count = 0
    public static private(set) var total = 0
    public private(set) var mode: Int {
        get { 0 }
        set {}
    }
    public func track(onEvent: @escaping (Int) -> Void) -> Branch { self }
}
public struct Post<Message>: Sendable {
    public var receipt: String { get async { "" } }
    @available(swift, deprecated: 5) public func old() {}
    public func send(_ message: Message) async throws -> sending Verdict { .succeeded }
}
public enum Outcome<Failure> { case failed(Failure) }

public enum Old {
    public typealias StartedTask = Int
    public typealias Completion = (_ error: String?) -> Void
}

public class Found<T: PausedTask> {}

/// The end of a request, as a choice that is no `Result`.
public enum Verdict {
    case succeeded
    case failed(error: Refused)
}

public struct Fault: Error, Equatable {
    public static let success = Fault(code: 0)
    public let code: Int
}

/// A handle of a running request: `resume()` continues it.
public class PausedTask {
    public weak var logDelegate: AnyObject?
    private let request: ScriptedHandle

    init(_ request: ScriptedHandle) { self.request = request }
    public func pause() {}
    public func resume() {}
    public func cancel() { request.cancel() }
}

/// A handle that its caller may have to start.
public final class StartedTask {
    private let request: ScriptedHandle

    init(_ request: ScriptedHandle) { self.request = request }
    public func start() {}
    public func cancel() { request.cancel() }
}

public protocol Handling {
    static func reset()
    func folder() -> Folder
    func launch(delegate: any UncertainClientDelegate)
    func handle(completion: @escaping (Result<String, Error>) -> Void) -> PausedTask
}
