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
    private let mainQueue = QueueMark(.main)

    /// Whether each of its methods was called on the main queue.
    let wereOnMain = Journal<Bool>()

    /// How many requests wait for their answer.
    var count: Int { state.withLock { $0.pending.count } }

    /// Whether the client was handed callbacks, for each request with optional ones.
    var hadCallbacks: [Bool] { state.withLock { $0.hadCallbacks } }

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
        // Who waits for this answers what waits.
        wereOnMain.append(mainQueue.isCurrent)
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
        store { error in completion(someData(unless: error), someResponse(unless: error), error) }
    }

    func dataSendable(completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) {
        store { error in completion(someData(unless: error), someResponse(unless: error), error) }
    }

    func dataOptional(completion: ((Data?, URLResponse?, (any Error)?) -> Void)?) {
        state.withLock { $0.hadCallbacks.append(completion != nil) }
        store { error in completion?(someData(unless: error), someResponse(unless: error), error) }
    }

    func dataOptionalSendable(
        completion: (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?
    ) {
        state.withLock { $0.hadCallbacks.append(completion != nil) }
        store { error in completion?(someData(unless: error), someResponse(unless: error), error) }
    }

    func result(completion: @escaping (Result<Data, any Error>) -> Void) {
        store { error in completion(error.map(Result.failure) ?? .success(Data([1]))) }
    }

    func resultSendable(completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        store { error in completion(error.map(Result.failure) ?? .success(Data([1]))) }
    }

    func resultOptional(completion: ((Result<Data, any Error>) -> Void)?) {
        state.withLock { $0.hadCallbacks.append(completion != nil) }
        store { error in completion?(error.map(Result.failure) ?? .success(Data([1]))) }
    }

    func resultOptionalSendable(completion: (@Sendable (Result<Data, any Error>) -> Void)?) {
        state.withLock { $0.hadCallbacks.append(completion != nil) }
        store { error in completion?(error.map(Result.failure) ?? .success(Data([1]))) }
    }
}

// What comes without an error.

private func someData(unless error: (any Error)?) -> Data? {
    error == nil ? Data([1]) : nil
}

private func someResponse(unless error: (any Error)?) -> URLResponse? {
    guard error == nil, let url = URL(string: "http://host") else { return nil }
    return URLResponse(
        url: url,
        mimeType: "text/plain",
        expectedContentLength: 1,
        textEncodingName: nil
    )
}
