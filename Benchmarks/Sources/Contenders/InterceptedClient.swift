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
        intercept(onRefusal: failure) { call in
            base.post(path, success: call.success(success), failure: call.failure(failure))
        }
    }

    /// A request of a client written in Swift.
    public func get(_ path: String, completion: @escaping (Result<Int, any Error>) -> Void) {
        intercept(onRefusal: { completion(.failure($0)) }) { call in
            base.get(path, completion: call.completion(completion))
        }
    }

    /// A request as `URLSession` has them.
    public func load(
        _ path: String,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        intercept(onRefusal: { completion(nil, nil, $0) }) { call in
            base.load(path, completion: call.completion(completion))
        }
    }

    /// A request that reports progress, once.
    public func upload(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept(onRefusal: failure) { call in
            base.upload(
                path,
                progress: call.repeating(progress),
                success: call.success(success),
                failure: call.failure(failure)
            )
        }
    }
}
