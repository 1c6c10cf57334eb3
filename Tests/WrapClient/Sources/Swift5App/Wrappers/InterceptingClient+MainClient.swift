// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client MainClient --hint 'number(completion:) = cancel: base.cancel($0)' --hint 'upload(completion:) = cancel: base.stop()' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

nonisolated extension InterceptingClient<MainClient> {
    @MainActor
    var script: ScriptedClient<String> { base.script }

    // subscript(_:) is not wrapped: the command writes no subscripts. Written by hand in another
    // file, with this hint:
    //     subscript(_:) = skip

    @MainActor
    var title: String {
        get { base.title }
        nonmutating set { base.title = newValue }
    }

    @MainActor
    func cancel(_ number: Int) { base.cancel(number) }

    nonisolated func free(completion: @escaping @Sendable (Result<String, any Error>) -> Void) {
        intercept("free", .completion(completion)) { base.free(completion: $0) }
    }

    @MainActor
    func load(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("load", .completion(completion)) { base.load(completion: $0) }
    }

    @MainActor
    func number(completion: @escaping (Result<String, any Error>) -> Void) -> Int {
        intercept(
            "number",
            .completion(completion),
            cancel: { [base] handle in Task { @MainActor in base.cancel(handle) } }
        ) { completion in
            base.number(completion: completion)
        }
    }

    @MainActor
    @preconcurrency
    func old(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("old", .completion(completion)) { base.old(completion: $0) }
    }

    @MainActor
    func stop() { base.stop() }

    // ticket(completion:) returns Ticket, to which the group refers weakly: if the client does
    // not keep it, cancelling the group does nothing. Settled by a hint:
    //     -> Ticket = holds handle
    @MainActor
    func ticket(completion: @escaping (Result<String, any Error>) -> Void) -> Ticket {
        intercept("ticket", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.ticket(completion: completion)
        }
    }

    @MainActor
    func upload(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("upload", onRejection: { error in completion(.failure(error)) }) { call in
            call.onCancel(base) { handle in Task { @MainActor in handle.stop() } }
            base.upload(completion: call.wrap(.completion(completion)))
        }
    }

    @MainActor
    func user() async throws -> String { try await intercept("user") { try await base.user() } }
}
