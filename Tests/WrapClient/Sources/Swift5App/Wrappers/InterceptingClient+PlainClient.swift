// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client PlainClient --hint 'number(completion:) = cancel: base.cancel($0)' --hint 'upload(completion:) = cancel: base.stop()' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<PlainClient> {
    var script: ScriptedClient<String> { base.script }

    func cancel(_ number: Int) { base.cancel(number) }

    func number(completion: @escaping (Result<String, any Error>) -> Void) -> Int? {
        // A cancel handler uses this value, on any thread.
        nonisolated(unsafe) let unsafeClient = base
        return intercept(
            "number",
            .completion(completion),
            cancel: { handle in if let handle { unsafeClient.cancel(handle) } }
        ) { completion in
            base.number(completion: completion)
        }
    }

    func stop() { base.stop() }

    func upload(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("upload", onRejection: { error in completion(.failure(error)) }) { call in
            call.onCancel(base) { $0.stop() }
            base.upload(completion: call.wrap(.completion(completion)))
        }
    }
}
