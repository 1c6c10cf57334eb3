/// The methods of clients whose names could collide.
@MainActor var names: [Method] {
    let client = ListedClient(NamesClient.init)
    let overloads = ListedClient(OverloadClient.init)
    return [
        client.method("calls", rejection: .unreported) { client, notes in
            client.calls(call: 1, request: 2, interceptedCall: 3) { notes.note($1) }
        },
        client.method("based") { client, notes in
            client.based(base: 1, self: "self", intercept: true, interceptionSettings: 2) {
                notes.note($0)
            }
        },
        client.method("generic") { $0.generic(Int.self, completion: $1.note) },
        client.method("chosen", rejection: .unreported) { client, notes in
            client.chosen { choice in
                if case .taken = choice { notes.add("success") } else { notes.add("failure") }
            }
        },
        client.awaited("captured") { try await $0.captured(captured: 1) { _, _, _ in } },
        overloads.method("get", rejection: .unreported) { client, notes in
            client.get(1) { isDone, _ in notes.note(isDone) }
        },
        overloads.method("get(_: String)", label: "get", rejection: .unreported) { client, notes in
            client.get("feed") { (code: Int) in notes.add("\(code)") }
        },
        overloads.method("get(_: URL)", label: "get") { client, notes in
            client.get(URL(fileURLWithPath: "/")) { (error: Error?) in notes.note(error) }
        },
        overloads.method("retry") { $0.retry(completion: $1.note) },
        overloads.method("add") { $0.add(1, completion: $1.note) },
        overloads.method("addText") { $0.add("one", completion: $1.note) },
        overloads.method("built") { client, notes in
            client.built(lines: { "one" }, name: "two") { notes.note($0) }
        },
    ]
}

/// The methods of clients on the main actor, on another actor and on none.
@MainActor var isolated: [Method] {
    // The caller has to retain the handle or the client.
    var kept: [Any] = []
    let main = ListedClient(MainClient.init)
    let plain = ListedClient(PlainClient.init)
    let open = ListedClient<OpenRequests>("OpenRequests") { InterceptingOpenRequests($0) }
    return [
        main.method("load") { $0.load(completion: $1.note) },
        main.method("free") { $0.free(completion: $1.note) },
        main.method("ticket", rejection: .started(isCancelled: true)) {
            kept.append($0.ticket(completion: $1.note))
        },
        // The client has no method that cancels the request.
        main.method("number", rejection: .started()) { _ = $0.number(completion: $1.note) },
        main.method("upload") { $0.upload(completion: $1.note) },
        main.awaited("user") { try await $0.user() },
        plain.method("number", rejection: .started(isCancelled: true)) {
            _ = $0.number(completion: $1.note)
        },
        plain.method("upload") { client, notes in
            kept.append(client)
            client.upload { notes.note($0) }
        },
        ListedClient(ActorClient.init).method("free") { $0.free(completion: $1.note) },
        open.method("number", rejection: .started()) { _ = $0.number(completion: $1.note) },
        open.method("flag", rejection: .unreported) { client, notes in
            client.flag("x", super: 1) { isDone, _ in notes.note(isDone) }
        },
        open.awaited("latest") { try await $0.latest },
    ]
}
