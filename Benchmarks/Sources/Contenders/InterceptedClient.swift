// The last closure of a wrapper is its body, whatever precedes it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

public import Foundation
public import Interception
public import ScriptedClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The wrapper that a user of this library writes.
extension InterceptingClient<StoringClient> {
    /// A request with a success and a failure callback.
    public func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept(#function, .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    /// The same, with optional callbacks.
    public func postOptional(
        _ path: String,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept(#function, .success(success), .failure(failure)) { success, failure in
            base.postOptional(path, success: success, failure: failure)
        }
    }

    /// The same, with a label of its own.
    public func postLabelled(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    /// A request of the oldest kind that can be cancelled.
    public func postCancellable(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept(#function, .success(success), .failure(failure), cancel: { $0.cancel() }) {
            base.postCancellable(path, success: $0, failure: $1)
        }
    }

    /// A request of a client written in Swift.
    public func get(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept(#function, .completion(completion)) { base.get(path, completion: $0) }
    }

    /// A request with the callback of `URLSession`.
    public func load(
        _ path: String,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        intercept(#function, .completion(completion)) { base.load(path, completion: $0) }
    }

    /// A request with a completion on the main actor.
    public func getOnMain(
        _ path: String,
        completion: @escaping @MainActor (Result<Int, any Error>) -> Void
    ) {
        intercept(#function, .completion(onMain: completion)) {
            base.getOnMain(path, completion: $0)
        }
    }

    /// An asynchronous request.
    public func value(_ path: String) async throws -> Int {
        try await intercept { try await base.value(path) }
    }

    /// A request with callbacks, which is awaited.
    public func reply(_ path: String) async throws -> Int {
        try await awaitReply { reply in
            base.postAtOnce(path, success: reply.success, failure: reply.failure)
        }
    }

    /// A request that reports its progress once.
    public func upload(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept(#function, .progress(progress), .success(success), .failure(failure)) {
            base.upload(path, progress: $0, success: $1, failure: $2)
        }
    }
}

/// The same for the client that may be called from several threads.
extension InterceptingClient<LockedClient> {
    /// A request with a success and a failure callback.
    public func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept(#function, .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}
