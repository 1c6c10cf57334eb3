/// Every method that issues a request, of every wrapper.
@MainActor func allMethods() -> [Method] {
    pairs + completions + handles + asynchronous + shapes + names + isolated + others
        + contracts + verdicts + markets + registries + libraries
}

@MainActor private var pairs: [Method] {
    let on = MethodsOf(PairClient.init)
    return [
        on("post") { $0.post("feed", success: $1.success, failure: $1.failure) },
        on("aliased") { $0.aliased("x", success: $1.success, failure: $1.failure) },
        on("unwrapped") { $0.unwrapped("x", success: $1.success, failure: $1.failure) },
        on("own", rejection: .unreported) { $0.own(success: $1.success, failure: $1.failure) },
        on("onMain") { $0.onMain(onSuccess: $1.success, onError: $1.failure) },
        on("withTask") { client, notes in
            client.withTask(
                "x",
                parameters: nil,
                progress: nil,
                success: notes.success,
                failure: notes.failure
            )
        },
        on("watched") { client, notes in
            let options = WatchOptions(onRetry: nil)
            client.watched(
                options: options,
                delegate: nil,
                success: notes.success,
                failure: notes.failure
            )
        },
        on("manyValues", rejection: .ended(["failure", "always"]), notes: 2) { client, notes in
            client.manyValues(
                success: { _, _, _ in notes.success() },
                failure: notes.failure,
                always: { notes.add("always") }
            )
        },
    ]
}

@MainActor private var completions: [Method] {
    let on = MethodsOf(CompletionClient.init)
    return [
        on("value") { $0.value("x", completion: $1.note) },
        on("data") { $0.data("x", done: $1.note) },
        on("result") { $0.result(completion: $1.note) },
        on("sendable") { $0.sendable(completion: $1.note) },
        on("onMain") { $0.onMain(completion: $1.note) },
        on("errorFirst") { client, notes in client.errorFirst { error, _ in notes.note(error) } },
        on("five", rejection: .unreported) { client, notes in
            client.five { _, _, _, _, error in notes.note(error) }
        },
        on("foundationError") { client, notes in client.foundationError { notes.note($1) } },
        on("upload", notes: 2) { client, notes in
            client.upload(
                Data(),
                uploadProgress: { _ in notes.add("progress") },
                completion: { notes.note($0) }
            )
        },
        on("reset", failure: .hidden, rejection: .ended(["ended"])) { client, notes in
            client.reset { notes.add("ended") }
        },
        on("throwing", rejection: .started()) { try? $0.throwing(completion: $1.note) },
        on("borrowing", rejection: .started()) { client, notes in
            var count = 0
            client.borrowing("text", count: &count) { notes.note($0) }
        },
        on("repeat") { $0.repeat("x", for: "y", call: 1, completion: $1.note) },
        on("ping") { $0.ping("host", completion: $1.note) },
    ]
}

@MainActor private var handles: [Method] {
    // The caller has to retain the handle.
    var kept: [Any] = []
    let on = MethodsOf(HandleClient.init)
    let defaults = MethodsOf(DefaultsClient.init)
    let cancelled = Method.Rejection.started(isCancelled: true)
    return [
        on("ticket", rejection: cancelled) { kept.append($0.ticket(completion: $1.note)) },
        on("optional", rejection: cancelled) { client, notes in
            let ticket = client.optional(success: notes.success, failure: notes.failure)
            kept.append(ticket as Any)
        },
        on("any", rejection: cancelled) { kept.append($0.any(completion: $1.note)) },
        on("torn", rejection: cancelled) { kept.append($0.torn(completion: $1.note)) },
        on("number", rejection: cancelled) { _ = $0.number(completion: $1.note) },
        on("prepared", rejection: cancelled) { _ = $0.prepared(completion: $1.note) },
        defaults("send", rejection: cancelled) { client, notes in
            kept.append(client.copy().send("x") { notes.note($0) })
        },
    ]
}
