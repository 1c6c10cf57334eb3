/// The methods of clients in properties and errors in unusual places.
@MainActor var libraries: [Method] {
    let client = ListedClient(LibraryClient.init)
    return [
        client.awaited("lookup", label: "value") { library in
            library.lookup = InterceptingClient(Lookup(library.base.script))
            return try await library.lookup.value
        },
        client.awaited("branches", label: "value") { library in
            library.branches = library.branches
            return try await library.branches?.first?.value ?? ""
        },
        client.awaited("network", label: "user") { library in
            // The client gets the bare network, so a request through its wrapper counts once.
            library.network = InterceptingNetworking(Network(library.base.script))
            return try await library.network.user()
        },
        client.method("store", label: "load") { $0.store()?.load(completion: $1.note) },
        client.method("anyStore", label: "load") { $0.anyStore().load(completion: $1.note) },
        client.method("pages", notes: 2) { $0.pages(onPage: $1.note, completion: $1.note) },
        client.method("upload", rejection: .unreported) { client, notes in
            client.upload(["x"]) { _, error, refused in
                notes.note(error == nil && refused.isEmpty)
            }
        },
        client.method("importAll", rejection: .unreported) { client, notes in
            client.importAll { failure, failures in
                notes.note(failure == nil && failures.isEmpty)
            }
        },
    ]
}

/// The methods of clients with results, and closures without a request.
@MainActor var markets: [Method] {
    let client = ListedClient(MarketClient.init)
    return [
        client.awaited("price", rejection: .started()) { try await $0.price(of: "x").get() },
        client.awaited("stock") { try await $0.stock(of: "x").get() },
        client.awaited("value") { try await $0.value("x").get() },
        client.awaited("balance", rejection: .started()) {
            let (name, error) = await $0.balance(of: "x")
            if name != "x" || error != .success { throw error }
        },
        client.awaited("quote") { if let error = try await $0.quote().1 { throw error } },
        client.awaited("offer") { if let error = await $0.offer(error: 1) { throw error } },
        client.awaited("receipt", rejection: .started()) {
            if let error = await $0.receipt().error { throw Refused(error.text) }
        },
        client.awaited("search") { if case .error(let error) = await $0.search() { throw error } },
        client.awaited("page", rejection: .started()) {
            if await $0.page().0 == nil { throw Refused("no page") }
        },
        client.awaited("oldReceipt") { try await $0.oldReceipt() },
        // The request after a step of a chain belongs to the group.
        client.method("checked", label: "price") { client, notes in
            client.checked { !$0.isEmpty }.price { notes.note($0) }
        },
        client.method("send") { $0.send(SmallOrder(), completion: $1.note) },
    ]
}
