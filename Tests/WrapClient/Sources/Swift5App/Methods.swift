/// Every method that issues a request, of every wrapper.
@MainActor func allMethods() -> [Method] {
    pairs + completions + handles + asynchronous + shapes + names + isolated + others
        + contracts + verdicts + markets + registries + libraries
}

@MainActor private var pairs: [Method] {
    let client = ListedClient(PairClient.init)
    return [
        client.method("post") { $0.post("feed", success: $1.success, failure: $1.failure) },
        client.method("aliased") { $0.aliased("x", success: $1.success, failure: $1.failure) },
        client.method("unwrapped") { $0.unwrapped("x", success: $1.success, failure: $1.failure) },
        client.method("own", rejection: .unreported) {
            $0.own(success: $1.success, failure: $1.failure)
        },
        client.method("onMain") { $0.onMain(onSuccess: $1.success, onError: $1.failure) },
        client.method("withTask") { client, notes in
            client.withTask(
                "x",
                parameters: nil,
                progress: nil,
                success: notes.success,
                failure: notes.failure
            )
        },
        client.method("watched") { client, notes in
            let options = WatchOptions(onRetry: nil)
            client.watched(
                options: options,
                delegate: nil,
                success: notes.success,
                failure: notes.failure
            )
        },
        client.method("manyValues", rejection: .ended(["failure", "always"]), notes: 2) {
            client,
            notes in
            client.manyValues(
                success: { _, _, _ in notes.success() },
                failure: notes.failure,
                always: { notes.add("always") }
            )
        },
    ]
}

@MainActor private var completions: [Method] {
    let client = ListedClient(CompletionClient.init)
    return [
        client.method("value") { $0.value("x", completion: $1.note) },
        client.method("data") { $0.data("x", done: $1.note) },
        client.method("result") { $0.result(completion: $1.note) },
        client.method("sendable") { $0.sendable(completion: $1.note) },
        client.method("onMain") { $0.onMain(completion: $1.note) },
        client.method("errorFirst") { client, notes in
            client.errorFirst { error, _ in notes.note(error) }
        },
        client.method("five", rejection: .unreported) { client, notes in
            client.five { _, _, error, _, _ in notes.note(error) }
        },
        client.method("foundationError") { client, notes in
            client.foundationError { notes.note($1) }
        },
        client.method("upload", notes: 2) { client, notes in
            client.upload(
                Data(),
                uploadProgress: { _ in notes.add("progress") },
                completion: { notes.note($0) }
            )
        },
        client.method("reset", failure: .hidden, rejection: .ended(["ended"])) { client, notes in
            client.reset { notes.add("ended") }
        },
        client.method("throwing", rejection: .started()) { try? $0.throwing(completion: $1.note) },
        client.method("borrowing", rejection: .started()) { client, notes in
            var count = 0
            client.borrowing("text", count: &count) { notes.note($0) }
        },
        client.method("repeat") { $0.repeat("x", for: "y", call: 1, completion: $1.note) },
        client.method("ping") { $0.ping("host", completion: $1.note) },
    ]
}

@MainActor private var handles: [Method] {
    // The caller has to retain the handle.
    var kept: [Any] = []
    let client = ListedClient(HandleClient.init)
    let defaults = ListedClient(DefaultsClient.init)
    let cancelled = Method.Rejection.started(isCancelled: true)
    return [
        client.method("ticket", rejection: cancelled) {
            kept.append($0.ticket(completion: $1.note))
        },
        client.method("optional", rejection: cancelled) { client, notes in
            let ticket = client.optional(success: notes.success, failure: notes.failure)
            kept.append(ticket as Any)
        },
        client.method("any", rejection: cancelled) { kept.append($0.any(completion: $1.note)) },
        client.method("torn", rejection: cancelled) { kept.append($0.torn(completion: $1.note)) },
        client.method("number", rejection: cancelled) { _ = $0.number(completion: $1.note) },
        client.method("prepared", rejection: cancelled) { _ = $0.prepared(completion: $1.note) },
        defaults.method("send", rejection: cancelled) { client, notes in
            kept.append(client.copy().send("x") { notes.note($0) })
        },
    ]
}
