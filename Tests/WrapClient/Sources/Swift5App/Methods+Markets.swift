import Clients
import Interception

@MainActor
var markets: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<MarketClient> {
        InterceptingClient(MarketClient(script))
    }
    return [
        .awaited("MarketClient.price", rejection: .started()) {
            try await client($0).price(of: "x").get()
        },
        .awaited("MarketClient.stock") { try await client($0).stock(of: "x").get() },
        .awaited("MarketClient.open", label: "price", rejection: .started()) {
            try await client($0).open(of: "x").get()
        },
        .awaited("MarketClient.value") { try await client($0).value("x").get() },
        // The request after a step of a chain belongs to the group.
        Method("MarketClient.checked", label: "price") { script, notes in
            client(script).checked { !$0.isEmpty }.price { notes.note($0) }
        },
        Method("MarketClient.send") { client($0).send(SmallOrder(), completion: $1.note) },
    ]
}
