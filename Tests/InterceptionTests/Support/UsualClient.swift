import Foundation
import Interception
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client with the usual signatures, which answers when it is told to.
final class UsualClient: Sendable {
    private struct State: @unchecked Sendable {
        // Safe: handed from the caller to whoever answers, as clients do.
        var pending: [((any Error)?) -> Void] = []
        var hadCallbacks: [Bool] = []
        var answersAtOnce = false
    }

    private let state = Locked(State())

    /// How many requests wait for their answer.
    var count: Int { state.withLock { $0.pending.count } }

    /// Whether the client was handed callbacks, for each request with optional ones.
    var lastHadCallbacks: [Bool] { state.withLock { $0.hadCallbacks } }

    /// Answers the oldest request once for each of these: well with `nil`, else with the error.
    func answer(_ errors: (any Error)?...) throws {
        let answer = state.withLock { state in
            nonisolated(unsafe) let first =
                state.pending.isEmpty ? nil : state.pending.removeFirst()
            return first
        }
        guard let answer else { throw ClientError("Nothing waits for an answer.") }
        for error in errors { answer(error) }
    }

    func answersAtOnce() {
        state.withLock { $0.answersAtOnce = true }
    }

    func dropAll() {
        nonisolated(unsafe) let dropped = state.withLock { state in
            defer { state.pending = [] }
            nonisolated(unsafe) let pending = state.pending
            return pending
        }
        withExtendedLifetime(dropped) {}
    }

    private func store(_ answer: @escaping ((any Error)?) -> Void) {
        nonisolated(unsafe) let answer = answer
        let isAnswered = state.withLock { state in
            if !state.answersAtOnce { state.pending.append(answer) }
            return state.answersAtOnce
        }
        if isAnswered { answer(nil) }
    }

    func post(success: @escaping (Any) -> Void, failure: @escaping (any Error) -> Void) {
        store { error in if let error { failure(error) } else { success("ok") } }
    }

    func postSendable(
        success: @escaping @Sendable (Any) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        store { error in if let error { failure(error) } else { success("ok") } }
    }

    func postOptional(success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        state.withLock { $0.hadCallbacks.append(success != nil && failure != nil) }
        store { error in if let error { failure?(error) } else { success?("ok") } }
    }

    func postOptionalSendable(
        success: (@Sendable (Any) -> Void)?,
        failure: (@Sendable (any Error) -> Void)?
    ) {
        state.withLock { $0.hadCallbacks.append(success != nil && failure != nil) }
        store { error in if let error { failure?(error) } else { success?("ok") } }
    }

    func data(completion: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {
        store { error in completion(error == nil ? Data() : nil, nil, error) }
    }

    func dataSendable(completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) {
        store { error in completion(error == nil ? Data() : nil, nil, error) }
    }

    func result(completion: @escaping (Result<Data, any Error>) -> Void) {
        store { error in completion(error.map(Result.failure) ?? .success(Data())) }
    }

    func resultSendable(completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        store { error in completion(error.map(Result.failure) ?? .success(Data())) }
    }
}

/// The client, wrapped: every form of `intercept` that takes the callbacks themselves.
struct Wrapped: RequestIntercepting {
    let base: UsualClient
    let interceptionSettings: InterceptionSettings

    func post(success: @escaping (Any) -> Void, failure: @escaping (any Error) -> Void) {
        intercept("request", success: success, failure: failure) { success, failure in
            base.post(success: success, failure: failure)
        }
    }

    func postSendable(
        success: @escaping @Sendable (Any) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        intercept("request", success: success, failure: failure) { success, failure in
            base.postSendable(success: success, failure: failure)
        }
    }

    func postOptional(success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("request", success: success, failure: failure) { success, failure in
            base.postOptional(success: success, failure: failure)
        }
    }

    func postOptionalSendable(
        success: (@Sendable (Any) -> Void)?,
        failure: (@Sendable (any Error) -> Void)?
    ) {
        intercept("request", success: success, failure: failure) { success, failure in
            base.postOptionalSendable(success: success, failure: failure)
        }
    }

    func data(completion: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {
        intercept("request", completion: completion) { base.data(completion: $0) }
    }

    func dataSendable(completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) {
        intercept("request", completion: completion) { base.dataSendable(completion: $0) }
    }

    func result(completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept("request", completion: completion) { base.result(completion: $0) }
    }

    func resultSendable(completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        intercept("request", completion: completion) { base.resultSendable(completion: $0) }
    }
}

/// One of the forms, and how to issue a request with it.
struct UsualForm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let issue: @Sendable (Wrapped, @escaping @Sendable ((any Error)?) -> Void) -> Void

    static let all = [
        UsualForm(testDescription: "success and failure") { client, report in
            client.post(success: { _ in report(nil) }, failure: { report($0) })
        },
        UsualForm(testDescription: "success and failure, @Sendable") { client, report in
            client.postSendable(success: { _ in report(nil) }, failure: { report($0) })
        },
        UsualForm(testDescription: "success and failure, optional") { client, report in
            client.postOptional(success: { _ in report(nil) }, failure: { report($0) })
        },
        UsualForm(testDescription: "success and failure, optional, @Sendable") { client, report in
            client.postOptionalSendable(success: { _ in report(nil) }, failure: { report($0) })
        },
        UsualForm(testDescription: "data") { client, report in
            client.data { _, _, error in report(error) }
        },
        UsualForm(testDescription: "data, @Sendable") { client, report in
            client.dataSendable { _, _, error in report(error) }
        },
        UsualForm(testDescription: "result") { client, report in
            client.result { report($0.error) }
        },
        UsualForm(testDescription: "result, @Sendable") { client, report in
            client.resultSendable { report($0.error) }
        },
    ]
}

extension Result {
    fileprivate var error: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}
