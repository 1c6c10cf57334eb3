import Clients
import Interception

@MainActor
var markets: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<MarketClient> {
        InterceptingClient(MarketClient(script))
    }
    return [
        Method(
            "MarketClient.price",
            rejection: .started(isCancelled: false),
            mayComeTwice: false
        ) { script, notes in
            notes.note(await client(script).price(of: "x").mapError { $0 as any Error })
        },
        Method("MarketClient.stock", mayComeTwice: false) { script, notes in
            notes.note(await client(script).stock(of: "x"))
        },
        Method(
            "MarketClient.open",
            label: "price",
            rejection: .started(isCancelled: false),
            mayComeTwice: false
        ) { script, notes in
            notes.note(await client(script).open(of: "x").mapError { $0 as any Error })
        },
        Method("MarketClient.value", mayComeTwice: false) { script, notes in
            notes.note(await client(script).value("x").mapError { $0 as any Error })
        },
        // The request after a step of a chain belongs to the group.
        Method("MarketClient.checked", label: "price") { script, notes in
            client(script).checked { !$0.isEmpty }.price { notes.note($0) }
        },
        Method("MarketClient.send") { script, notes in
            client(script).send(SmallOrder()) { notes.note($0) }
        },
    ]
}
