/// The methods of clients whose names could collide.
@MainActor var names: [Method] {
    let on = MethodsOf(NamesClient.init)
    let overloads = MethodsOf(OverloadClient.init)
    return [
        on("calls", rejection: .unreported) { client, notes in
            client.calls(call: 1, request: 2, interceptedCall: 3) { notes.note($1) }
        },
        on("based") { client, notes in
            client.based(base: 1, self: "self", intercept: true, interceptionSettings: 2) {
                notes.note($0)
            }
        },
        on("generic") { $0.generic(Int.self, completion: $1.note) },
        on("chosen", rejection: .unreported) { client, notes in
            client.chosen { choice in
                if case .taken = choice { notes.add("success") } else { notes.add("failure") }
            }
        },
        on.awaited("captured") { try await $0.captured(captured: 1) { _, _, _ in } },
        overloads("get", rejection: .unreported) { client, notes in
            client.get(1) { isDone, _ in notes.note(isDone) }
        },
        overloads("get(_: String)", label: "get", rejection: .unreported) { client, notes in
            client.get("feed") { (code: Int) in notes.add("\(code)") }
        },
        overloads("get(_: URL)", label: "get") { client, notes in
            client.get(URL(fileURLWithPath: "/")) { (error: Error?) in notes.note(error) }
        },
        overloads("retry") { $0.retry(completion: $1.note) },
        overloads("add") { $0.add(1, completion: $1.note) },
        overloads("addText") { $0.add("one", completion: $1.note) },
        overloads("built") { client, notes in
            client.built(lines: { "one" }, name: "two") { notes.note($0) }
        },
    ]
}

/// The methods of clients on the main actor, on another actor and on none.
@MainActor var isolated: [Method] {
    // The caller has to retain the handle or the client.
    var kept: [Any] = []
    let main = MethodsOf(MainClient.init)
    let plain = MethodsOf(PlainClient.init)
    let open = MethodsOf<OpenRequests>("OpenRequests") { InterceptingOpenRequests($0) }
    return [
        main("load") { $0.load(completion: $1.note) },
        main("free") { $0.free(completion: $1.note) },
        main("ticket", rejection: .started(isCancelled: true)) {
            kept.append($0.ticket(completion: $1.note))
        },
        // The client has no method that cancels the request.
        main("number", rejection: .started()) { _ = $0.number(completion: $1.note) },
        main("upload") { $0.upload(completion: $1.note) },
        main.awaited("user") { try await $0.user() },
        plain("number", rejection: .started(isCancelled: true)) {
            _ = $0.number(completion: $1.note)
        },
        plain("upload") { client, notes in
            kept.append(client)
            client.upload { notes.note($0) }
        },
        MethodsOf(ActorClient.init)("free") { $0.free(completion: $1.note) },
        open("number", rejection: .started()) { _ = $0.number(completion: $1.note) },
        open("flag", rejection: .unreported) { client, notes in
            client.flag("x", super: 1) { isDone, _ in notes.note(isDone) }
        },
        open.awaited("latest") { try await $0.latest },
    ]
}
