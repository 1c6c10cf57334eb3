/// The methods of clients in properties and errors in unusual places.
@MainActor var libraries: [Method] {
    let on = MethodsOf(LibraryClient.init)
    return [
        on.awaited("lookup", label: "value") { library in
            library.lookup = InterceptingClient(Lookup(library.base.script))
            return try await library.lookup.value
        },
        on.awaited("branches", label: "value") { library in
            library.branches = library.branches
            return try await library.branches?.first?.value ?? ""
        },
        on.awaited("network", label: "user") { library in
            // The client gets the bare network, so a request through its wrapper counts once.
            library.network = InterceptingNetworking(Network(library.base.script))
            return try await library.network.user()
        },
        on("store", label: "load") { $0.store()?.load(completion: $1.note) },
        on("anyStore", label: "load") { $0.anyStore().load(completion: $1.note) },
        on("pages", notes: 2) { $0.pages(onPage: $1.note, completion: $1.note) },
        on("upload", rejection: .unreported) { client, notes in
            client.upload(["x"]) { _, error, refused in
                notes.note(error == nil && refused.isEmpty)
            }
        },
        on("importAll", rejection: .unreported) { client, notes in
            client.importAll { failure, failures in
                notes.note(failure == nil && failures.isEmpty)
            }
        },
    ]
}

/// The methods of clients with results, and closures without a request.
@MainActor var markets: [Method] {
    let on = MethodsOf(MarketClient.init)
    return [
        on.awaited("price", rejection: .started()) { try await $0.price(of: "x").get() },
        on.awaited("stock") { try await $0.stock(of: "x").get() },
        on.awaited("value") { try await $0.value("x").get() },
        on.awaited("balance", rejection: .started()) {
            let (name, error) = await $0.balance(of: "x")
            if name != "x" || error != .success { throw error }
        },
        on.awaited("quote") { if let error = try await $0.quote().1 { throw error } },
        on.awaited("offer") { if let error = await $0.offer(error: 1) { throw error } },
        on.awaited("receipt", rejection: .started()) {
            if let error = await $0.receipt().error { throw Refused(error.text) }
        },
        on.awaited("search") { if case .error(let error) = await $0.search() { throw error } },
        on.awaited("page", rejection: .started()) {
            if await $0.page().0 == nil { throw Refused("no page") }
        },
        on.awaited("oldReceipt") { try await $0.oldReceipt() },
        // The request after a step of a chain belongs to the group.
        on("checked", label: "price") { client, notes in
            client.checked { !$0.isEmpty }.price { notes.note($0) }
        },
        on("send") { $0.send(SmallOrder(), completion: $1.note) },
    ]
}
