// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, OneCasePerLine

import Foundation

/// A client with the declarations of public clients that the command once misread.
public final class Corner: @unchecked Sendable {
    public func wail(_ check: Check = .onForeground, done: ((Error?) -> Void)? = nil) {}
    public func retrieve(_ inquiries: [Wish]) {}
    public func tie(callback: @escaping (Result<Int, Error>) -> Void) {}
    public func untie(callback: @escaping (Result<Int, Error>) -> Void) {}
    public func burn() -> Promised { Promised() }
    public func pass(onSuccess: @escaping Act, onFailure: @escaping Act, onPass: @escaping Act) {}
    public func every(done: @escaping ([Result<Int, Error>]) -> Void) {}
    public func lose(error: @escaping (Result<Int, Error>) -> Void, onSuccess: @escaping Act) {}
    public func token(tokenCallback: @escaping (@escaping (String?) -> Void) -> Void) {}
    public func hand(done: @escaping (Error?) -> Void) -> Promised { Promised() }
    public func mail(_ errand: Errand) {}
    public func operation(done: @escaping (Error?) -> Void) -> Copying { Copying() }
    public func both(done: @escaping (Error?) -> Void) -> Operation & Closable { Copying() }
    public func write(done: @escaping (Error?) -> Void) -> Writing { Writing() }
    public func stopWrite(_ id: Writing) throws {}
    public func end(done: @escaping (Error?) -> Void) -> Ender { Ender() }
    public func ask(cancel: @escaping () -> Void, done: @escaping (Int?, Error?) -> Void) {}
    public func connect(onOpen: @escaping () -> Void, onDisconnect: @escaping (Error?) -> Void) {}
    public func query(listener: @escaping (Result<Int, Error>) -> Void) {}
    public func chat(onEvent: @escaping @Sendable (Int) -> Void) async throws -> String { "" }
    public func listen(where isMeant: ((Int) -> Bool)?, listener: @escaping (Int) -> Void) {}
    public func next(completion: @escaping (Corner?, Error?) -> Void) {}
    public func open(cache: @escaping (Int?, Error?) -> Void, api: @escaping (Error?) -> Void) {}
    public func pair(completion: @escaping (Int?, Broken?) -> Void) {}
    public func onMain(completion: @escaping @MainActor (Result<Int, Broken>) -> Void) {}
    public func later() -> (@escaping (Error?) -> Void) -> Void { { $0(nil) } }
    public func go(onSuccess: @escaping (Int) throws -> Void, failure: @escaping (Error) -> Void) {}
    public func act(done: @escaping (Error?) -> Void) -> () -> Void { {} }
    public func events() async throws -> AsyncStream<Int> { AsyncStream { $0.finish() } }
    public func images(done: @escaping (Int?, Error?) -> Void) -> [Writing] { [] }
    public func now(callback: (Int?, Error?) -> Void) {}
    public func each(each: @escaping (Int) -> Void, failure: @escaping (Error) -> Void) {}
    public func addRowListener(completion: @escaping (Int?, Error?) -> Void) -> RowToken { .init() }
    public func observe(completion: @escaping (Result<Int, Error>) -> Void) {}
    public func observeOnce(completion: @escaping (Result<Int, Error>) -> Void) {}
    public func setCompletion(_ completion: ((Error?) -> Void)?) {}
    public func buy(completion: @escaping (Purchase) -> Void) {}
    public func cancelOrder(didCancel: @escaping (Bool) -> Void) {}
    public func run(onMessage: @escaping (Int) -> Void, onError: @escaping (Error) -> Void) {}
    public func join(onMessage: @escaping (Int) -> Void, onError: @escaping (Error) -> Void) {}
    public func find(_ inquiry: Inquiry, completion: @escaping (Result<Int, Error>) -> Void) {}
    public func stopAll(done: @escaping (_ cancelled: Bool, Error?) -> Void) {}
    public func peek(_ way: Way, done: @escaping (Int?, Error?) -> Void) {}
    public func look(_ way: Way, done: @escaping (Result<Page, Error>) -> Void) {}
    public func rule(done: @escaping (Ruling) -> Void) {}
    public func reach(failed: @escaping (Bool) -> Void) {}
    public func link(_ on: @escaping (Link) -> Void) {}
    public func rate(success: @escaping (Int) -> Void, failure: @escaping (Int) -> Void) {}
    public func dial(done: @escaping (_ errorCode: Int, Error) -> Void) {}
    public func play(onParticipant: @escaping (Int) -> Void, done: @escaping (Error?) -> Void) {}
    public func walk(end: @escaping () -> Void) {}
    public func near(onNext: @escaping (Result<Int, Never>) -> Void, done: @escaping () -> Void) {}
    public func fall(done: @escaping (_ failed: Bool, _ timedOut: Bool) -> Void) {}
    public func rent(done: @escaping (_ success: Bool, _ isCancelled: Bool) -> Void) {}
    public func give(done: @escaping (_ name: Int, _ errorOccurred: Bool) -> Void) {}
    public func lend() async throws -> (count: Int, userCancelled: Bool) { (0, false) }
    public func send(_ job: FixedJob) {}
    public func calm(done: @escaping (Result<Int, Never>) -> Void) {}
    public func note(done: @escaping (Bool, _ errorCode: Int, _ errorText: String) -> Void) {}
    public func reply(done: @escaping (Echo?) -> Void) {}
    public func agree(done: @escaping (Consent<Int>) -> Void) {}
    public func rent(start: (() -> Void)?, completion: ((Int?) -> Void)?) {}
    public func registerForNews(_ handler: @escaping (Result<Int, Error>) -> Void) {}
    public func pick(completion: @escaping (Int) -> Void, hideCompletion: @escaping () -> Void) {}
    public func lift(progress: @escaping (Step) -> Void) {}
    public func disagree(done: @escaping (Consent<String>) -> Void) {}
    public func greet(done: @escaping (_ user: Int, _ isNew: Bool) -> Void) {}
    public func sure(done: @escaping (Error?) -> Void) throws(Broken) {}
    public func success(_ success: @escaping (Int) -> Void) -> Corner { self }
    public func check(done: @escaping (Int) -> Void) -> Corner { self }
    public func outcome() -> Result<Int, Error> { .success(1) }
    public func seek(done: @escaping (Envelope) -> Void) {}
    public func push(done: @escaping (Bool, [Error]) -> Void) {}
    public func subscribe(completion: @escaping (Result<Int, Error>) -> Void) -> Echo { Echo() }
    public func unsubscribe(_ echo: Echo) {}
    public func onReady(callback completion: @escaping () -> Void) -> Corner { self }
    public func stopUse() {}
    public func list(onItemClick: @escaping (Int) -> Void) {}
    public func setKey(completion: @Sendable @escaping (Error?) -> Void) async {}
    public func refresh(onSuccess: @escaping (Int) -> Void) {}
    public func queryCanShow(done: @escaping (Bool) -> Void) {}
    public func isNear() async throws -> Bool { true }
    public func place(done: @escaping (Placing) -> Void) {}
    public func fetchToken(completion: @escaping (ProgressReply) -> Void) {}
    public func verify(done: @escaping (String?) -> Void) {}
    public func ring(errorListener: @escaping (Error) -> Void, done: @escaping (Error?) -> Void) {}
    public func setSource(_ source: @escaping () -> Int) {}
    public func setFlag(_ completion: @escaping (Result<Int, Error>) -> Bool) {}
    public func user(done: @escaping (Int?, String?) -> Void) {}
    public func page(done: @escaping (Page?, String?) -> Void) {}
    public func updateHome(result: @escaping (String?) -> Void) {}
    public func handleLink(_ link: Link, completion: @escaping (Bool) -> Void) {}
    public func archive(done: @escaping (Archive) -> Void) {}
    public func settle(done: @escaping (Settled) -> Void) {}
    public func bid(done: @escaping (Bid) -> Void) {}
    public func sort(
        merge: @escaping (Int) -> Void,
        errorListener: @escaping (Error) -> Void,
        done: @escaping (Fate) -> Void
    ) {}
    public func decide(done: @escaping (Fate) -> Void) {}
    public func build(_ work: @escaping () -> Echo) {}
    public func sendAll(itemProcessedHandler: @escaping (Float) -> Void) {}
    public var tenant: String? { nil }
}
public class Letter<E> { public let error: E? = nil }
public final class Envelope: Letter<Error> {}
public final class Peer { public func send(done: @escaping (String, String) -> Void) {} }
public class Seed { public func completion(_ done: @escaping (Error?) -> Void) -> Seed { self } }
extension String { public func track() async {} }
extension Result { public func onSuccess(_ action: @escaping (Success) -> Void) {} }
public struct Echo { public var error: Broken? }
public struct Consent<T> { public func isError() -> Bool { false } }
public final class RowToken {}
public struct Inquiry { public let policy: ReadPolicy }
public enum Way { case cacheThenNetwork, other(Int) }
public enum Ruling { case success(Int), failure(Int? = nil, [Error]) }
public enum Placing { case success(Int), failure(Error), needsMemo(String) }
public struct Settled { public let result: Hook, error: Error? }
public enum Hook { case ok, rejectedByHook }
public enum Bid { case bidSuccess, bidNoOffer, checkSkipped, skippedByError }
public enum Fate { case success(Int), failure(_ reason: Error) }
public enum ProgressReply { case success, fail(Int) }
public struct Archive { public let days: [String], errors: [Error] }
public enum Link { case open, disconnected(Error?) }
public enum Purchase { case ok, userCancelled, pending, offline }
public class Copying: Operation, Closable, @unchecked Sendable {}
public class Writing {}
public class Ender { public func cancel(done: @escaping (Error?) -> Void, why: Int = 0) {} }
public enum Broken: Error { case offline, other(Error) }
/// A client that reports the end of its requests to a closure.
public final class Reporter {
    public let onFinished: (Error?) -> Void
    public init(onFinished: @escaping (Error?) -> Void) { self.onFinished = onFinished }
    public func load() { onFinished(nil) }
    public var policy = Sources.cacheThenNetwork
    public func first(done: @escaping (Error?) -> Void) {}
    public func second(done: @escaping (Error?) -> Void) {}
    public func third(from: Sources?, done: @escaping (Error?) -> Void) {}
}
public struct Sources: OptionSet {
    public static let cacheThenNetwork = Sources(rawValue: 1)
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
}
public protocol Repository {
    associatedtype Failure: Error
    func list(completion: @escaping ([Int], Failure?) -> Void)
}
public struct FixedJob { public let onDone: (Int) -> Void }
public enum Check { case onDemand, onForeground }
public final class Wish { public init(callback: ((Int) -> Void)? = nil) {} }
public final class Promised { public func `catch`(_ body: @escaping (Error) -> Void) {} }
public protocol Errand { var completion: ((Error?) -> Void)? { get } }
public protocol Hall {
    associatedtype Feed: Networking
    var feed: Feed { get }
    func rest() async throws(Broken) -> Int
    func stay() async throws(Broken) -> Int
    func wait(done: @escaping (Error?) -> Void)
    func join(done: @escaping (Result<Self, Error>) -> Void)
    var both: any Both { get }
}
extension Hall { public func enter(done: @escaping (Error?) -> Void) {} }
public typealias Both = Networking & Sending
public typealias Act = (Int?) -> Void

/// A client whose listeners get the answers, and whose codes say whether a request has failed.
public final class Desk {
    public func addListener(_ listener: AnyObject, for name: String) {}
    public func register(listener: AnyObject) {}
    public func ask(_ name: String) {}
    public func count(done: @escaping (_ code: Int, _ text: String?, _ data: Any?) -> Void) {}
    public func call(
        success: ((Copying, Any?) -> Void)?,
        failure: ((Copying?, Error) -> Void)?
    ) -> Copying? { nil }
}
