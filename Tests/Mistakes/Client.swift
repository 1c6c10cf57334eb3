// The client of every mistake beside this file, and the wrapper that it has so far: on no actor, whatever the default.

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

nonisolated final class NetworkTool {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {}
    func put(_ path: String) {}
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall {
        NetworkCall()
    }
    func fetch(_ path: String, done: @escaping (Result<Int, any Error>) -> Void) {}
    func upload(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {}
    func stop(_ path: String, done: @escaping () -> Void) {}
    func head(_ path: String, completion: @escaping ((any Error)?, Data) -> Void) {}
    func list(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {}
    func vote(_ path: String, failure: @escaping (Int, String) -> Void) {}
    func show(_ path: String, success: @escaping @MainActor (Any) -> Void) {}
    func log(
        _ path: String,
        success: @escaping @Sendable (Any) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {}
}

nonisolated final class NetworkCall {
    func cancel() {}
}

nonisolated struct Problem: Error {
    let code: Int
    let text: String
}

nonisolated extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    @discardableResult
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall {
        intercept("GET \(path)", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.get(path, completion: completion)
        }
    }
}
