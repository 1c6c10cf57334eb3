/// The methods of asynchronous clients.
@MainActor var asynchronous: [Method] {
    let client = ListedClient(AsyncClient.init)
    let statics = ListedClient("StaticClient") { script in
        StaticClient.script = script
        return InterceptingClient(StaticClient.self)
    }
    let networks = ListedClient<any Networking>("Networking") {
        InterceptingNetworking(Network($0))
    }
    let open = ListedClient<OpenClient>("OpenClient") { InterceptingOpenClient($0) }
    return [
        client.awaited("user") { try await $0.user(1) },
        client.awaited("typed") { try await $0.typed() },
        client.method("limited", mayComeTwice: false) { client, notes in
            do throws(Refused) {
                try await client.limited()
                notes.add("success")
            } catch {
                notes.add(error.reason.isEmpty ? "nothing" : "failure")
            }
        },
        client.method("download", mayComeTwice: false, notes: 2) { client, notes in
            await notes.end {
                try await client.download(progress: { _ in
                    // M5: a request that is issued in it belongs to the group.
                    notes.add(RequestGroup.current == nil ? "lost" : "progress")
                })
            }
        },
        client.awaited("changed") { try await $0.changed { $0 } },
        client.awaited("cached", failure: .hidden, rejection: .started()) { await $0.cached() },
        client.method(
            "warmUp",
            failure: .hidden,
            rejection: .unreported,
            mayComeTwice: false,
            notes: 0
        ) {
            client,
            _ in
            await client.warmUp()
        },
        client.method("count", failure: .hidden, mayComeTwice: false) { client, notes in
            let count = await client.count()
            notes.note(count != nil)
        },
        client.method("load", mayComeTwice: false, notes: 2) { await load($0, $1) },
        client.awaited("onMain") { try await $0.onMain() },
        statics.awaited("user") { try await $0.user() },
        ListedClient(ClosureClient.init).awaited("user") { try await $0.user(1) },
        ListedClient(ActorClient.init).awaited("user") { try await $0.user(1) },
        networks.awaited("user") { try await $0.with(header: "Accept").user() },
        open.awaited("user") { try await $0.user() },
        statics.method("get") { $0.get("feed", completion: $1.note) },
        networks.method("get") { $0.getFeed(completion: $1.note) },
        open.method("get") { $0.get(completion: $1.note) },
    ]
}

/// On no actor, because the closure could not be sent from an actor.
private nonisolated func load(_ client: InterceptingClient<AsyncClient>, _ notes: Notes) async {
    do {
        _ = try await client.load(String.self) { _ in notes.add("progress") }
        notes.add("success")
    } catch {
        notes.add("failure")
    }
}
