// A client with success and failure callbacks, wrapped method by method.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: callback client, wrapper
extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    // One callback for both. The method returns a handle, so a limit cannot delay the request.
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall {
        intercept("GET \(path)", .completion(completion), cancel: { $0.cancel() }) {
            base.get(path, completion: $0)
        }
    }

    // Main-actor callbacks stay on the main actor, and progress does not end the request.
    func upload(
        _ file: Data,
        progress: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor (Result<String, any Error>) -> Void
    ) {
        intercept("upload", .progress(onMain: progress), .completion(onMain: completion)) {
            base.upload(file, progress: $0, completion: $1)
        }
    }
}
// end: callback client, wrapper

// snippet: callback client, by hand
let membership = RequestGroup.current?.enter("GET feed")
odd.ask("feed") { answer in
    show(answer)
    membership?.leave()
}
// end: callback client, by hand

// MARK: - The app without groups

/// An old client, which does not use groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {}

    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall {
        NetworkCall()
    }

    func upload(
        _ file: Data,
        progress: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor (Result<String, any Error>) -> Void
    ) {}
}

/// The handle of a request.
final class NetworkCall: Sendable {
    func cancel() {}
}

/// A client that fits no wrapper.
struct OddClient {
    func ask(_ question: String, answer: @escaping (Any) -> Void) {}
}

let odd = OddClient()

func show(_ answer: Any) {}
