// Clients of other shapes than a class with callback methods, each wrapped.

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: static methods
extension InterceptingClient<OldAPI.Type> {
    func load(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept("GET \(path)", completion: completion) { completion in
            base.load(path, completion: completion)
        }
    }
}

let api = InterceptingClient(OldAPI.self)
// end: static methods
api.load("feed") { _ in }

// snippet: client of closures
extension InterceptingClient<Weather> {
    func today(_ city: String, completion: @escaping (Int?, (any Error)?) -> Void) {
        intercept("today", completion: completion) { completion in base.today(city, completion) }
    }

    // A client in a property is a wrapper of its own, with the settings of this one.
    var maps: InterceptingClient<Maps> {
        InterceptingClient<Maps>(base.maps, settings: interceptionSettings)
    }
}
// end: client of closures

// snippet: protocol
// Whoever takes a `Network` can be handed the wrapper of one.
extension InterceptingClient: Network where Base == any Network {
    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("GET \(path)", success: success, failure: failure) { success, failure in
            base.get(path, success: success, failure: failure)
        }
    }
}
// end: protocol

// snippet: class of one's own
final class Search: RequestIntercepting {
    func find(_ words: String, completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("find", completion: completion) { completion in
            self.send(words, completion)  // what is a wrapper elsewhere is `self` here
        }
    }

    private func send(_ words: String, _ completion: @escaping ([String]?, (any Error)?) -> Void) {
        completion([], nil)
    }
}
// end: class of one's own

// snippet: request object
extension InterceptingClient<Courier> {
    func start(_ parcel: Parcel) {
        intercept("parcel", onRefusal: .failure(parcel.onFailure)) { call in
            parcel.onSuccess = call.success(parcel.onSuccess)
            parcel.onFailure = call.failure(parcel.onFailure)
            base.start(parcel)
        }
    }
}
// end: request object

// snippet: one handler
extension InterceptingClient<Courier> {
    // One handler for progress and end: each case goes through the role that it plays.
    func watch(_ handler: @escaping (Parcel.Event) -> Void) {
        intercept("watch") { call in
            let progress = call.repeating(handler)
            base.watch { event in
                switch event {
                case .moved: progress(event)
                case .arrived: call.answer(nil) { handler(event) }
                case .lost(let error): call.answer(error) { handler(event) }
                }
            }
        }
    }
}
// end: one handler

// snippet: cancel by identifier
extension InterceptingClient<Courier> {
    @discardableResult
    func fetch(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) -> Int {
        intercept("GET \(path)", cancel: { [base] id in base.cancel(id) }) { call in
            base.fetch(path, completion: call.completion(completion))
        }
    }
}
// end: cancel by identifier

// snippet: operation
// As `Operation` and `OperationQueue` are.
extension InterceptingClient<JobQueue> {
    func add(_ job: Job) {
        intercept(job.name ?? "job") { call in
            job.completionBlock = call.success(job.completionBlock)
            call.onCancel(job) { $0.cancel() }
            base.add(job)
        }
    }
}
// end: operation

// snippet: value and question
extension InterceptingClient<Courier> {
    // A callback that returns a value, and one of more parameters than any role has a form for.
    func retry(
        _ path: String,
        shouldRetry: @escaping (Int) -> Bool,
        done: @escaping (Data?, Int, Int, Bool, String, (any Error)?) -> Void
    ) {
        intercept("GET \(path)", onRefusal: { done(nil, 0, 0, true, path, $0) }) { call in
            base.retry(
                path,
                shouldRetry: call.repeating(shouldRetry),
                done: call.callback(done) { _, _, _, _, _, error in error }
            )
        }
    }
}
// end: value and question

// snippet: asynchronous shapes
extension InterceptingClient<Backend> {
    // Without `throws`: a request that was refused has no value.
    func title() async -> String? {
        try? await intercept("title") { await base.title() }
    }

    // Typed throws: what a refusal is among these errors is for the client to say.
    func user() async throws(BackendError) -> String {
        do {
            return try await intercept("user") { try await base.user() }
        } catch {
            throw error as? BackendError ?? .cancelled
        }
    }

    // A stream is one request, from its start to its end.
    func lines() -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let end = { (error: (any Error)?) in continuation.finish(throwing: error) }
            intercept("lines", completion: end) { end in
                base.lines(onLine: { continuation.yield($0) }, onEnd: end)
            }
        }
    }
}
// end: asynchronous shapes

// MARK: - What the app had before

enum OldAPI {
    static func load(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {}
}

struct Maps {}

struct Weather {
    var today: (String, @escaping (Int?, (any Error)?) -> Void) -> Void
    var maps = Maps()
}

protocol Network {
    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    )
}

final class Parcel {
    enum Event {
        case moved(Double)
        case arrived
        case lost(any Error)
    }

    var onSuccess: ((String) -> Void)?
    var onFailure: ((any Error) -> Void)?
}

final class Courier: Sendable {
    func start(_ parcel: Parcel) {}
    func watch(_ handler: @escaping (Parcel.Event) -> Void) {}
    func fetch(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) -> Int { 1 }
    func cancel(_ id: Int) {}
    func retry(
        _ path: String,
        shouldRetry: @escaping (Int) -> Bool,
        done: @escaping (Data?, Int, Int, Bool, String, (any Error)?) -> Void
    ) {}
}

final class Job: @unchecked Sendable {
    // Safe: changed before it is added, and not after.
    var name: String?
    var completionBlock: (@Sendable () -> Void)?

    func cancel() {}
}

struct JobQueue {
    func add(_ job: Job) {}
}

enum BackendError: Error {
    case cancelled
}

struct Backend {
    func title() async -> String { "" }
    func user() async throws(BackendError) -> String { "" }
    func lines(onLine: @escaping (String) -> Void, onEnd: @escaping ((any Error)?) -> Void) {}
}
