// A client with success and failure callbacks, wrapped method by method.

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: callback client, call site
// Before
let oldNetwork = NetworkTool.shared

// After: one line. The calls compile as they are.
let network = InterceptingClient(NetworkTool.shared)

network.post("feed", success: { show($0) }, failure: { report($0) })
// end: callback client, call site

// snippet: callback client, wrapper
extension InterceptingClient<NetworkTool> {
    // One callback for success, one for failure: a usual signature has a form of its own.
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", success: success, failure: failure) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }

    // One callback for both, and a handle: a request that cannot wait for a slot.
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) -> NetworkCall {
        intercept("GET \(path)", cancel: { $0.cancel() }) { call in
            base.get(path, completion: call.completion(completion))
        }
    }

    // Main-actor callbacks stay on the main actor, and progress does not end the request.
    func upload(
        _ file: Data,
        progress: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor (Result<String, any Error>) -> Void
    ) {
        intercept("upload", onRefusal: .completion(onMain: completion)) { call in
            base.upload(
                file,
                progress: call.repeating(onMain: progress),
                completion: call.completion(onMain: completion)
            )
        }
    }

    // Any other signature: say where the error is in it.
    func fetch(_ path: String, done: @escaping (Int, [String: String], Problem?) -> Void) {
        intercept("fetch \(path)", onRefusal: { done(0, [:], Problem(error: $0)) }) { call in
            base.fetch(path, done: call.callback(done) { _, _, problem in problem?.error })
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

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
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

    func fetch(_ path: String, done: @escaping (Int, [String: String], Problem?) -> Void) {}
}

/// The handle of a request.
final class NetworkCall: Sendable {
    func cancel() {}
}

/// What went wrong, in the words of the old client.
struct Problem {
    var error: any Error
}

/// A client that fits no wrapper.
struct OddClient {
    func ask(_ question: String, answer: @escaping (Any) -> Void) {}
}

let odd = OddClient()

func show(_ answer: Any) {}
func report(_ error: any Error) {}
