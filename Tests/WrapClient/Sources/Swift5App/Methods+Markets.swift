import Clients
import Interception

/// The methods of clients with results, and closures without a request.
@MainActor var markets: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<MarketClient> {
        InterceptingClient(MarketClient(script))
    }
    return [
        .awaited("MarketClient.price", rejection: .started()) {
            try await client($0).price(of: "x").get()
        },
        .awaited("MarketClient.stock") { try await client($0).stock(of: "x").get() },
        .awaited("MarketClient.value") { try await client($0).value("x").get() },
        .awaited("MarketClient.balance", rejection: .started()) {
            let (name, error) = await client($0).balance(of: "x")
            if name != "x" || error != .success { throw error }
        },
        .awaited("MarketClient.quote") {
            if let error = try await client($0).quote().1 { throw error }
        },
        .awaited("MarketClient.offer") {
            if let error = await client($0).offer(error: 1) { throw error }
        },
        .awaited("MarketClient.receipt", rejection: .started()) {
            if let error = await client($0).receipt().error { throw Refused(error.text) }
        },
        .awaited("MarketClient.search") {
            if case .error(let error) = await client($0).search() { throw error }
        },
        .awaited("MarketClient.page", rejection: .started()) {
            if await client($0).page().0 == nil { throw Refused("no page") }
        },
        .awaited("MarketClient.oldReceipt") { try await client($0).oldReceipt() },
        // The request after a step of a chain belongs to the group.
        Method("MarketClient.checked", label: "price") { script, notes in
            client(script).checked { !$0.isEmpty }.price { notes.note($0) }
        },
        Method("MarketClient.send") { client($0).send(SmallOrder(), completion: $1.note) },
    ]
}
