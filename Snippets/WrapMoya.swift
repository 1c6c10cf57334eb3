// Moya's provider, wrapped at its public call.

// A handle is cancelled by one closure and made in another.
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
            cancel: { $0.cancel() },
            holdsHandle: true
        ) { call in
            base.request(
                target,
                callbackQueue: callbackQueue,
                progress: call.repeating(progress),
                completion: call.completion(completion)
            )
        }
    }
}

let provider = InterceptingClient(MoyaProvider<Shop>())
// end: Moya

provider.request(.feed) { _ in }

// MARK: - Moya, as much of it as is shown: the same public signatures

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

class MoyaProvider<Target: TargetType> {
    @discardableResult
    func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = .none,
        progress: ProgressBlock? = .none,
        completion: @escaping Completion
    ) -> any Cancellable {
        Token()
    }
}

final class Token: Cancellable {
    let isCancelled = false
    func cancel() {}
}

// MARK: - The app

enum Shop: TargetType {
    case feed

    var path: String { "/feed" }
    var method: HTTPMethod { HTTPMethod(rawValue: "GET") }
}
