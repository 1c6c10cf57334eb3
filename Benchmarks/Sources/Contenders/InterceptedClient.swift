// The last closure of a wrapper is its body, whatever comes before it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

public import Foundation
public import Interception
public import ScriptedClient

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The wrapper that a user of this library writes.
extension InterceptingClient<StoringClient> {
    /// A request of the oldest kind.
    public func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept(#function, .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    /// The same, where the caller may have no callback.
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

    /// A request of a client written in Swift.
    public func get(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept(#function, .completion(completion)) { base.get(path, completion: $0) }
    }

    /// A request as `URLSession` has them.
    public func load(
        _ path: String,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        intercept(#function, .completion(completion)) { base.load(path, completion: $0) }
    }

    /// A request that reports progress, once.
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
    /// A request of the oldest kind.
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
