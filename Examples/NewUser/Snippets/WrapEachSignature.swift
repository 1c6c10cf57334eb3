// The rows of the table in *Wrapping a client*, each in a method. `scripts/snippets` looks for them here.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension InterceptingClient<Client> {
    func answer(success: ((Feed) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept(#function, .success(success), .failure(failure)) {
            base.answer(success: $0, failure: $1)
        }
    }

    func silence(done: @escaping () -> Void, failed: @escaping () -> Void) {
        intercept(#function, .success(done), .failure(failed)) {
            base.silence(done: $0, failed: $1)
        }
    }

    func end(done: @escaping () -> Void) {
        intercept(#function, .finally(done)) { base.end(done: $0) }
    }

    func task(
        success: @escaping (URLSessionTask, Any?) -> Void,
        failure: @escaping (URLSessionTask?, NSError) -> Void
    ) {
        intercept(#function, .success(success), .failure(failure)) {
            base.task(success: $0, failure: $1)
        }
    }

    func result(completion: @escaping (Result<Feed, any Error>) -> Void) {
        intercept(#function, .completion(completion)) { base.result(completion: $0) }
    }

    func data(completion: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {
        intercept(#function, .completion(completion)) { base.data(completion: $0) }
    }

    func progress(
        progress: ((Double) -> Void)?,
        always: (() -> Void)?,
        completion: @escaping (Feed?, NSError?) -> Void
    ) {
        intercept(#function, .progress(progress), .completion(completion), .finally(always)) {
            base.progress(progress: $0, completion: $1, always: $2)
        }
    }

    func flag(done: @escaping (Bool, String) -> Void) {
        intercept(
            #function,
            .callback(done, error: { $0 ? nil : NotSaved($1) }, rejection: { (false, "\($0)") })
        ) {
            base.flag(done: $0)
        }
    }

    func status(done: @escaping (Int, Data?) -> Void) {
        intercept(#function, .callback(done) { code, _ in code < 400 ? nil : BadStatus(code) }) {
            base.status(done: $0)
        }
    }

    func count(done: @escaping (Int, (any Error)?) -> Void) {
        intercept(#function, .callback(done, error: { $1 }, rejection: { (0, $0) })) {
            base.count(done: $0)
        }
    }

    func typed(done: @escaping (Result<Feed, FeedError>) -> Void) {
        intercept(
            #function,
            .callback(done, error: { $0.reportedFailure }, rejection: { .failure(FeedError($0)) })
        ) {
            base.typed(done: $0)
        }
    }

    func coded(success: @escaping (Feed) -> Void, failure: @escaping (Int, String) -> Void) {
        intercept(
            #function,
            .success(success),
            .callback(failure, error: { BadStatus($0, $1) }, rejection: { (0, "\($0)") })
        ) {
            base.coded(success: $0, failure: $1)
        }
    }

    func onMain(
        success: @escaping @MainActor (Feed) -> Void,
        failure: @escaping @MainActor (any Error) -> Void
    ) {
        intercept(#function, .success(onMain: success), .failure(onMain: failure)) {
            base.onMain(success: $0, failure: $1)
        }
    }

    func handle(completion: @escaping ((any Error)?) -> Void) -> Handle {
        intercept(#function, .completion(completion), cancel: { $0.cancel() }) {
            base.handle(completion: $0)
        }
    }

    func number(completion: @escaping ((any Error)?) -> Void) -> Int {
        intercept(#function, .completion(completion), cancel: { [base] in base.cancel($0) }) {
            base.number(completion: $0)
        }
    }

    func throwing(completion: @escaping ((any Error)?) -> Void) throws {
        try intercept(#function, .completion(completion), cancel: { _ in }) {
            try base.throwing(completion: $0)
        }
    }

    func user() async throws -> Feed {
        try await intercept("GET user") { try await base.user() }
    }
}

// MARK: - The app without groups

/// Answers at once.
struct Client: Sendable {
    let isGood: Bool

    func answer(success: ((Feed) -> Void)?, failure: ((any Error) -> Void)?) {
        isGood ? success?(Feed()) : failure?(NotSaved())
    }

    func silence(done: @escaping () -> Void, failed: @escaping () -> Void) {
        isGood ? done() : failed()
    }

    func end(done: @escaping () -> Void) { done() }

    func task(
        success: @escaping (URLSessionTask, Any?) -> Void,
        failure: @escaping (URLSessionTask?, NSError) -> Void
    ) {
        let task = URLSession.shared.dataTask(with: URL(fileURLWithPath: "/"))
        isGood ? success(task, nil) : failure(task, NotSaved() as NSError)
    }

    func result(completion: @escaping (Result<Feed, any Error>) -> Void) {
        completion(isGood ? .success(Feed()) : .failure(NotSaved()))
    }

    func data(completion: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {
        completion(nil, nil, isGood ? nil : NotSaved())
    }

    func progress(
        progress: ((Double) -> Void)?,
        completion: @escaping (Feed?, NSError?) -> Void,
        always: (() -> Void)?
    ) {
        progress?(0.5)
        progress?(1)
        completion(nil, isGood ? nil : NotSaved() as NSError)
        always?()
    }

    func flag(done: @escaping (Bool, String) -> Void) { done(isGood, "full") }

    func status(done: @escaping (Int, Data?) -> Void) { done(isGood ? 200 : 404, nil) }

    func count(done: @escaping (Int, (any Error)?) -> Void) {
        done(1, isGood ? nil : NotSaved())
    }

    func typed(done: @escaping (Result<Feed, FeedError>) -> Void) {
        done(isGood ? .success(Feed()) : .failure(FeedError(NotSaved())))
    }

    func coded(success: @escaping (Feed) -> Void, failure: @escaping (Int, String) -> Void) {
        isGood ? success(Feed()) : failure(404, "gone")
    }

    @preconcurrency
    func onMain(
        success: @escaping @MainActor (Feed) -> Void,
        failure: @escaping @MainActor (any Error) -> Void
    ) {
        MainActor.assumeIsolated { isGood ? success(Feed()) : failure(NotSaved()) }
    }

    func handle(completion: @escaping ((any Error)?) -> Void) -> Handle {
        completion(isGood ? nil : NotSaved())
        return Handle()
    }

    func number(completion: @escaping ((any Error)?) -> Void) -> Int {
        completion(isGood ? nil : NotSaved())
        return 1
    }

    func throwing(completion: @escaping ((any Error)?) -> Void) throws {
        if !isGood { throw NotSaved() }
        completion(nil)
    }

    func user() async throws -> Feed {
        if !isGood { throw NotSaved() }
        return Feed()
    }

    func cancel(_ number: Int) {}
}

final class Handle: Sendable {
    func cancel() {}
}

struct Feed {}

struct NotSaved: Error {
    init(_ text: String = "") {}
}

struct FeedError: Error {
    let cause: any Error

    init(_ cause: any Error) { self.cause = cause }
}

struct BadStatus: Error {
    init(_ code: Int, _ text: String = "") {}
}

// MARK: - Checks

/// Calls each method once.
@MainActor
func call(_ client: InterceptingClient<Client>, onCallback: @escaping @Sendable () -> Void) async {
    client.answer(success: { _ in onCallback() }, failure: { _ in onCallback() })
    client.silence(done: onCallback, failed: onCallback)
    client.end(done: onCallback)
    client.task(success: { _, _ in onCallback() }, failure: { _, _ in onCallback() })
    client.result { _ in onCallback() }
    client.data { _, _, _ in onCallback() }
    client.progress(progress: nil, always: nil) { _, _ in onCallback() }
    client.count { _, _ in onCallback() }
    client.typed { _ in onCallback() }
    client.coded(success: { _ in onCallback() }, failure: { _, _ in onCallback() })
    client.onMain(success: { _ in onCallback() }, failure: { _ in onCallback() })
    client.flag { _, _ in onCallback() }
    client.status { _, _ in onCallback() }
    _ = client.handle { _ in onCallback() }
    _ = client.number { _ in onCallback() }
    try? client.throwing { _ in onCallback() }
    _ = try? await client.user()
}

@MainActor
final class Count {
    var calls = 0
}

for isGood in [true, false] {
    let count = Count()
    let outcome = await withRequestGroupOutcome("signatures") { group in
        await call(InterceptingClient(Client(isGood: isGood))) {
            MainActor.assumeIsolated { count.calls += 1 }
        }
        return group
    }
    precondition(outcome.value.progress.total == 17)
    precondition(outcome.failures.count == (isGood ? 0 : 16), "\(outcome.failures)")
    precondition(count.calls == (isGood ? 16 : 15), "\(count.calls)")  // one throws, one is awaited
}

let count = Count()
let rejected = await withRequestGroupOutcome("rejected") { group in
    group.cancel()
    await call(InterceptingClient(Client(isGood: true))) {
        MainActor.assumeIsolated { count.calls += 1 }
    }
}
// Every callback except `status` reports the rejection; `status` has no `rejection:`, and `user` has no callback.
precondition(count.calls == 15, "\(count.calls)")
precondition(rejected.failures.count >= 13, "\(rejected.failures)")
