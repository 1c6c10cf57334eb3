/// The methods of asynchronous clients.
@MainActor var asynchronous: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<AsyncClient> {
        InterceptingClient(AsyncClient(script))
    }
    return [
        .awaited("AsyncClient.user") { try await client($0).user(1) },
        .awaited("AsyncClient.typed") { try await client($0).typed() },
        Method("AsyncClient.limited", mayComeTwice: false) { script, notes in
            do throws(Refused) {
                try await client(script).limited()
                notes.add("success")
            } catch {
                notes.add(error.reason.isEmpty ? "nothing" : "failure")
            }
        },
        Method("AsyncClient.download", mayComeTwice: false, notes: 2) { script, notes in
            await notes.end {
                try await client(script)
                    .download(progress: { _ in
                        // M5: a request that is issued in it belongs to the group.
                        notes.add(RequestGroup.current == nil ? "lost" : "progress")
                    })
            }
        },
        .awaited("AsyncClient.changed") { try await client($0).changed { $0 } },
        .awaited("AsyncClient.cached", failure: .hidden, rejection: .started()) {
            await client($0).cached()
        },
        Method(
            "AsyncClient.warmUp",
            failure: .hidden,
            rejection: .unreported,
            mayComeTwice: false,
            notes: 0
        ) { script, _ in
            await client(script).warmUp()
        },
        Method("AsyncClient.count", failure: .hidden, mayComeTwice: false) { script, notes in
            let count = await client(script).count()
            notes.note(count != nil)
        },
        Method("AsyncClient.load", mayComeTwice: false, notes: 2) { script, notes in
            await load(script, notes)
        },
        .awaited("AsyncClient.onMain") { try await client($0).onMain() },
        Method("StaticClient.user", mayComeTwice: false) { script, notes in
            StaticClient.script = script
            await notes.end { try await InterceptingClient(StaticClient.self).user() }
        },
        .awaited("ClosureClient.user") { try await InterceptingClient(ClosureClient($0)).user(1) },
        .awaited("ActorClient.user") { try await InterceptingClient(ActorClient($0)).user(1) },
        Method("Networking.user", mayComeTwice: false) { script, notes in
            let network: any Networking = InterceptingNetworking(Network(script))
            await notes.end { try await network.with(header: "Accept").user() }
        },
        Method("OpenClient.user", mayComeTwice: false) { script, notes in
            let client: OpenClient = InterceptingOpenClient(script)
            await notes.end { try await client.user() }
        },
    ]
}

/// On no actor, because the closure could not be sent from an actor.
private nonisolated func load(_ script: ScriptedClient<String>, _ notes: Notes) async {
    let client = InterceptingClient(AsyncClient(script))
    do {
        _ = try await client.load(String.self) { _ in notes.add("progress") }
        notes.add("success")
    } catch {
        notes.add("failure")
    }
}

extension Notes {
    /// Records the result of an asynchronous call.
    @MainActor func end<Value>(_ call: @MainActor () async throws -> Value) async {
        do {
            _ = try await call()
            add("success")
        } catch {
            add("failure")
        }
    }
}
