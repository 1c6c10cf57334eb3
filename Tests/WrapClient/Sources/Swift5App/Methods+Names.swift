/// The methods of clients whose names could collide.
@MainActor var names: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<NamesClient> {
        InterceptingClient(NamesClient(script))
    }
    func overloads(_ script: ScriptedClient<String>) -> InterceptingClient<OverloadClient> {
        InterceptingClient(OverloadClient(script))
    }
    // The caller has to retain the handle.
    var kept: [Any] = []
    return [
        Method("NamesClient.calls", rejection: .unreported) { script, notes in
            client(script).calls(call: 1, request: 2, interceptedCall: 3) { notes.note($1) }
        },
        Method("NamesClient.based") { script, notes in
            client(script)
                .based(base: 1, self: "self", intercept: true, interceptionSettings: 2) {
                    notes.note($0)
                }
        },
        Method("NamesClient.generic") { client($0).generic(Int.self, completion: $1.note) },
        Method("NamesClient.chosen", rejection: .unreported) { script, notes in
            client(script)
                .chosen { choice in
                    if case .taken = choice { notes.add("success") } else { notes.add("failure") }
                }
        },
        Method("OverloadClient.get", rejection: .unreported) { script, notes in
            overloads(script).get(1) { isDone, _ in notes.note(isDone) }
        },
        Method("OverloadClient.get(_: String)", label: "get", rejection: .unreported) {
            script,
            notes in
            overloads(script).get("feed") { (code: Int) in notes.add("\(code)") }
        },
        Method("OverloadClient.get(_: URL)", label: "get") { script, notes in
            overloads(script).get(URL(fileURLWithPath: "/")) { (error: Error?) in notes.note(error)
            }
        },
        Method("OverloadClient.retry") { overloads($0).retry(completion: $1.note) },
        Method("OverloadClient.add") { overloads($0).add(1, completion: $1.note) },
        Method("OverloadClient.addText") { overloads($0).add("one", completion: $1.note) },
        Method("OverloadClient.built") { script, notes in
            overloads(script).built(lines: { "one" }, name: "two") { notes.note($0) }
        },
        Method("MainClient.load") { InterceptingClient(MainClient($0)).load(completion: $1.note) },
        Method("MainClient.free") { InterceptingClient(MainClient($0)).free(completion: $1.note) },
        Method("MainClient.ticket", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(InterceptingClient(MainClient(script)).ticket { notes.note($0) })
        },
        // The client has no method that cancels the request.
        Method("MainClient.number", rejection: .started()) { script, notes in
            _ = InterceptingClient(MainClient(script)).number { notes.note($0) }
        },
        Method("MainClient.upload") { script, notes in
            InterceptingClient(MainClient(script)).upload { notes.note($0) }
        },
        Method("PlainClient.number", rejection: .started(isCancelled: true)) { script, notes in
            _ = InterceptingClient(PlainClient(script)).number { notes.note($0) }
        },
        Method("PlainClient.upload") { script, notes in
            let client = PlainClient(script)
            kept.append(client)
            InterceptingClient(client).upload { notes.note($0) }
        },
        Method("ActorClient.free") { script, notes in
            InterceptingClient(ActorClient(script)).free { notes.note($0) }
        },
        Method("OpenRequests.number", rejection: .started()) { script, notes in
            let requests: OpenRequests = InterceptingOpenRequests(script)
            _ = requests.number { notes.note($0) }
        },
        Method("OpenRequests.flag", rejection: .unreported) { script, notes in
            let requests: OpenRequests = InterceptingOpenRequests(script)
            requests.flag("x", super: 1) { isDone, _ in notes.note(isDone) }
        },
    ]
}

@MainActor var awaitedNames: [Method] {
    [
        .awaited("NamesClient.captured") {
            try await InterceptingClient(NamesClient($0)).captured(captured: 1) { _, _, _ in }
        },
        .awaited("OverloadClient.latest") {
            try await InterceptingClient(OverloadClient($0)).latest
        },
        .awaited("MainClient.user") { try await InterceptingClient(MainClient($0)).user() },
        Method("OpenRequests.latest", mayComeTwice: false) { script, notes in
            let requests: OpenRequests = InterceptingOpenRequests(script)
            await notes.end { try await requests.latest }
        },
    ]
}
