// Moya's provider, wrapped at its public call.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: Moya
extension InterceptingClient {
    @discardableResult
    func request<Target: TargetType>(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> any Cancellable where Base == MoyaProvider<Target> {
        intercept(
            "\(target.method.rawValue) \(target.path)",
            .progress(progress),
            .completion(completion),
            cancel: { $0.cancel() },
            holdsHandle: true
        ) {
            base.request(target, callbackQueue: callbackQueue, progress: $0, completion: $1)
        }
    }
}

let provider = InterceptingClient(MoyaProvider<Shop>())
// end: Moya

// MARK: - The used part of Moya, with its public signatures

struct HTTPMethod: RawRepresentable, Sendable {
    let rawValue: String
}

protocol TargetType {
    var path: String { get }
    var method: HTTPMethod { get }
}

struct Response {}
struct ProgressResponse {}
struct MoyaError: Error {}

protocol Cancellable {
    var isCancelled: Bool { get }
    func cancel()
}

typealias Completion = (_ result: Result<Response, MoyaError>) -> Void
typealias ProgressBlock = (_ progress: ProgressResponse) -> Void

/// A provider that stores every request until it is cancelled.
class MoyaProvider<Target: TargetType> {
    private var completions: [Completion] = []

    @discardableResult
    func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> any Cancellable {
        completions.append(completion)
        return Token { [self] in
            for completion in completions { completion(.failure(MoyaError())) }
        }
    }
}

final class Token: Cancellable {
    let isCancelled = false
    private let action: () -> Void

    init(action: @escaping () -> Void) {
        self.action = action
    }

    func cancel() { action() }
}

// MARK: - The app

enum Shop: TargetType {
    case feed

    var path: String { "/feed" }
    var method: HTTPMethod { HTTPMethod(rawValue: "GET") }
}

// MARK: - Checks

let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    provider.request(.feed) { _ in
        precondition(RequestGroup.current === group, "the completion runs in the group")
    }
    precondition(group.outstanding == ["GET /feed"], "the request is in the group")
    group.cancel()
    return group
}
precondition(group.failures.map(\.reason) == [.cancelled], "the group cancelled the request")
