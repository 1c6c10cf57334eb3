/// Every method that issues a request, of every wrapper.
@MainActor func allMethods() -> [Method] {
    pairs + completions + handles + asynchronous + shapes + names + awaitedNames + others
        + contracts + markets + registries + libraries
}

@MainActor private var pairs: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<PairClient> {
        InterceptingClient(PairClient(script))
    }
    return [
        Method("PairClient.post") { script, notes in
            client(script).post("feed", success: notes.success, failure: notes.failure)
        },
        Method("PairClient.required") { script, notes in
            client(script).required(success: notes.success, failure: notes.failure)
        },
        Method("PairClient.aliased") { script, notes in
            client(script).aliased("x", success: notes.success, failure: notes.failure)
        },
        Method("PairClient.unwrapped") { script, notes in
            client(script).unwrapped("x", success: notes.success, failure: notes.failure)
        },
        Method("PairClient.own", rejection: .unreported) { script, notes in
            client(script).own(success: notes.success, failure: notes.failure)
        },
        Method("PairClient.onMain") { script, notes in
            client(script).onMain(onSuccess: notes.success, onError: notes.failure)
        },
        Method("PairClient.withTask") { script, notes in
            client(script)
                .withTask(
                    "x",
                    parameters: nil,
                    progress: nil,
                    success: notes.success,
                    failure: notes.failure
                )
        },
        Method("PairClient.watched") { script, notes in
            client(script)
                .watched(
                    options: WatchOptions(onRetry: nil),
                    delegate: nil,
                    success: notes.success,
                    failure: notes.failure
                )
        },
        Method("PairClient.manyValues", rejection: .ended(["failure", "always"]), notes: 2) {
            script,
            notes in
            client(script)
                .manyValues(
                    success: { _, _, _ in notes.success() },
                    failure: notes.failure,
                    always: { notes.add("always") }
                )
        },
    ]
}

@MainActor private var completions: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<CompletionClient> {
        InterceptingClient(CompletionClient(script))
    }
    return [
        Method("CompletionClient.value") { script, notes in
            client(script).value("x") { notes.note($1) }
        },
        Method("CompletionClient.data") { script, notes in
            client(script).data("x") { _, _, error in notes.note(error) }
        },
        Method("CompletionClient.result") { client($0).result(completion: $1.note) },
        Method("CompletionClient.sendable") { client($0).sendable(completion: $1.note) },
        Method("CompletionClient.onMain") { client($0).onMain(completion: $1.note) },
        Method("CompletionClient.errorFirst") { script, notes in
            client(script).errorFirst { error, _ in notes.note(error) }
        },
        Method("CompletionClient.five", rejection: .unreported) { script, notes in
            client(script).five { _, _, _, _, error in notes.note(error) }
        },
        Method("CompletionClient.foundationError") { script, notes in
            client(script).foundationError { notes.note($1) }
        },
        Method("CompletionClient.upload", notes: 2) { script, notes in
            client(script)
                .upload(
                    Data(),
                    uploadProgress: { _ in notes.add("progress") },
                    completion: { notes.note($0) }
                )
        },
        Method("CompletionClient.reset", failure: .hidden, rejection: .ended(["ended"])) {
            script,
            notes in
            client(script).reset { notes.add("ended") }
        },
        Method("CompletionClient.throwing", rejection: .started()) { script, notes in
            try? client(script).throwing { notes.note($1) }
        },
        Method("CompletionClient.borrowing", rejection: .started()) { script, notes in
            var count = 0
            client(script).borrowing("text", count: &count) { notes.note($0) }
        },
        Method("CompletionClient.decoded") { script, notes in
            client(script).decoded("x", as: Int.self) { notes.note($0) }
        },
        Method("CompletionClient.repeat") { script, notes in
            client(script).repeat("x", for: "y", call: 1) { notes.note($1) }
        },
        Method("CompletionClient.ping") { client($0).ping("host", completion: $1.note) },
    ]
}

@MainActor private var handles: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<HandleClient> {
        InterceptingClient(HandleClient(script))
    }
    // The caller has to retain the handle.
    var kept: [Any] = []
    return [
        Method("HandleClient.ticket", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(client(script).ticket { notes.note($0) })
        },
        Method("HandleClient.optional", rejection: .started(isCancelled: true)) { script, notes in
            let ticket = client(script).optional(success: notes.success, failure: notes.failure)
            kept.append(ticket as Any)
        },
        Method("HandleClient.any", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(client(script).any { notes.note($0) })
        },
        Method("HandleClient.torn", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(client(script).torn { notes.note($0) })
        },
        Method("HandleClient.number", rejection: .started(isCancelled: true)) { script, notes in
            _ = client(script).number { notes.note($0) }
        },
        Method("HandleClient.prepared", rejection: .started(isCancelled: true)) { script, notes in
            _ = client(script).prepared { notes.note($0) }
        },
        Method("DefaultsClient.send", rejection: .started(isCancelled: true)) { script, notes in
            let client = InterceptingClient(DefaultsClient(script)).copy()
            kept.append(client.send("x") { notes.note($0) })
        },
    ]
}
