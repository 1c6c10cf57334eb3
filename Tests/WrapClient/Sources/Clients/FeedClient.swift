// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, OneCasePerLine

import Interception

/// A client whose methods only their names, or the names of cases, distinguish from requests with one answer.
public final class FeedClient {
    public enum Mode { case oneShot, continuous }
    public enum Policy { case fresh, staleWhileRevalidate }
    public enum Status: Sendable { case done, rejected(reason: String) }
    public enum Found { case success(FeedClient), failure(Error) }
    public enum Refusal: Error { case gone }
    public final class Job { public var error: Error? }
    public enum Reply<T: Sendable>: Sendable { case complete(error: Error?), headers, value(T) }
    public final class Answer { public var error: Error? }
    public final class Sink { public let onData: (Int) -> Void = { _ in } }
    public final class Future<Value> { public func map(_ transform: @escaping (Value) -> Void) {} }
    public typealias Listener = (Result<Int, Error>) -> Void
    public final class Events {
        public var onStart: (() -> Void)?
        public var onSuccess: ((Int) -> Void)?
        public var onFailure: ((Error) -> Void)?
    }

    public func registerEventsListener(onCompletion: @escaping (Result<Int, Error>) -> Void) {}
    public func startScan(success: @escaping (Int) -> Void, failure: @escaping (Error) -> Void) {}
    public func receive(each: @escaping (Result<Int, Error>) -> Void) {}
    public func locate(mode: Mode?, handler: @escaping (Result<Int, Error>) -> Void) {}
    public func items(handler: @escaping (_ item: Int?, _ done: Bool, _ error: Error?) -> Void) {}
    public func save(completion: @escaping (_ done: Bool, _ text: String?, Error?) -> Void) {}
    public func read(policy: Policy, completion: @escaping (Result<Int, Error>) -> Void) {}
    public func configureTaskClosure(_ closure: @escaping (Int, Error?) -> Void) {}
    public func update(name: String, listener: Listener?) {}
    public func update(email: String, listener: Listener?) {}
    public func start(callbacks: Events) {}
    public func sendAll(
        itemCompletion: @escaping (Int?, Error?) -> Void,
        completion: @escaping (Error?) -> Void
    ) {}
    public func approve() async -> Status { .done }
    public func pay() async throws -> Status { .done }
    public func ready(callback: @escaping (RequestGroupError?) -> Void) {}
    public func find(completion: @escaping (Found) -> Void) {}
    public func charge(completion: @escaping (Status, Int?, Error?) -> Void) {}
    public func refund() async -> (Status, Error?) { (.done, nil) }
    public func rollbackHook(_ callback: (() -> Void)?) {}
    public func createHook(_ name: String, callback: @escaping () -> Void) {}
    public func open(andRegisterLinkHandler: @escaping (Int?, Error?) -> Void) {}
    public func drop(completion: @escaping (Result<Int, Refusal>) -> Void) {}
    public func discard(completion: @escaping (Result<String, Refusal>) -> Void) {}
    public func measure(in unit: Unit) {}
    public func unpack(fileOutputHandler: ((Int) -> Void)?) throws {}
    public func session(_ id: Int, task: Int, needNewBodyStream: @escaping (Int?) -> Void) {}
    public func subscribe(_ update: @escaping (Int) -> Void) {}
    public func pull(into sink: Sink) {}
    public func serve<T: Sendable>(onReply: @escaping @Sendable (Reply<T>) -> Void) {}
    public func dim(saveCompletion: @escaping () -> Void, completion: @escaping (Error?) -> Void) {}
    public func join() -> Future<FeedClient> { Future() }
    public func scan(image: Int, handler: @escaping (Result<Int, Error>) -> Void) {}
    public func scan(for id: Int, handler: @escaping (Result<Int, Error>) -> Void) {}
    public func watch(completion: @escaping (Result<Int, Error>) -> Void) {}
    public func watchHistory(completion: @escaping (Result<Int, Error>) -> Void) {}
    public func listen(completion: @escaping (Result<Int, Error>) -> Void) {}
    public func monitor(success: @escaping (Int) -> Void, failure: @escaping (Error) -> Void) {}
    public func setNotify(_ flag: Bool, completion: @escaping (Int?, Error?) -> Void) {}
    public func setNotifyValue(_ flag: Bool, done: @escaping (Bool, Error?) -> Void) {}
    public func setNotifyURL(_ url: String, completion: @escaping (Int?, Error?) -> Void) {}
    public func bind(to id: Int, handler: @escaping (Result<Int, Error>) -> Void) {}
    public func bind(card: Int, handler: @escaping (Result<Int, Error>) -> Void) {}
    public func ping(every seconds: Int, handler: @escaping (Result<Int, Error>) -> Void) {}
    public func repeatPayment(every days: Int, handler: @escaping (Int?, Error?) -> Void) {}
    public func ask(completion: @escaping (Answer) -> Void) {}
    public func connect() async -> Bool { true }
    public func sync(error: @escaping (Error) -> Void, completion: @escaping (Status) -> Void) {}
    public func run(completion: @escaping (Job) -> Void) {}
    public func pause(_ job: Job, handler: @escaping (Job) -> Void) {}
    public func execute(_ job: Job, handler: @escaping (Job) -> Void) {}
    public func set(willAdd: ((Int) -> Bool)?, handler: ((Error?) -> Void)?) {}
    public func updateNotifyHandler(for id: Int, handler: @escaping (Error?) -> Void) {}
    public func talk(onPart: @escaping (Result<Int, Error>) -> Void, done: @escaping () -> Void) {}
    public func startReading(_ handler: @escaping (Int) -> Void) {}
    public func stopReading() {}
    public func onComplete(_ done: @escaping (Int?, Error?) -> Void) {}
    public func subscribeInvoices(completion: @escaping (Result<Int, Error>) -> Void) {}
    public func buy(
        successCompletion: @escaping (Int) -> Void,
        errorCompletion: @escaping (Error) -> Void,
        deferredCompletion: @escaping () -> Void
    ) {}
    public func forget(done: @escaping (Bool?) -> Void) {}
    public func retire(done: @escaping (_ failed: Bool?) -> Void) {}
    public func carry(completion: @escaping (Stage) -> Void) {}
    public func variable() -> Variable { Variable() }
    public func addObserver(_ stateDidUpdateHandler: @escaping () -> Void) -> Sink { Sink() }
    public func runAll(done: @escaping ([Job]) -> Void) {}
    public func swap(outCompletion: Listener?, inCompletion: Listener?) {}
    public func wake(success: @escaping (Bool) -> Void) {}
    public lazy var store: any Storing<String> = { fatalError() }()
}

extension FeedClient.Job { public var isSuccess: Bool { error == nil } }
extension FeedClient.Answer { public var hasError: Bool { error != nil } }
public enum Unit: Sendable { case meter }

public final class Variable: Sendable {
    public func onUpdate(handler: @escaping (Int) -> Void) {}
}

public enum Stage {
    case progress(Double), success, failure(Error)
    public var isSuccess: Bool { if case .success = self { true } else { false } }
    public var error: Error? { if case .failure(let error) = self { error } else { nil } }
}
