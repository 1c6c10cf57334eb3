import Interception
import ScriptedClient

extension Contender {
    /// The wrapped client outside any group.
    static let ungrouped = Contender(
        "ungrouped",
        "this library, outside any group",
        [
            .outside: { stage in
                let (network, tally) = (stage.network, stage.tally)
                for _ in 0..<stage.requests {
                    network.post("feed", success: tally.succeed, failure: tally.fail)
                }
                stage.client.answer()
            },
            .onMain: { stage in
                let (network, tally) = (stage.network, stage.tally)
                for _ in 0..<stage.requests {
                    network.getOnMain("feed") { tally.succeeded += (try? $0.get()) ?? 0 }
                }
            },
            .operation: { stage in stage.countInTask { try await stage.network.value("feed") } },
            .reply: { stage in stage.countInTask { try await stage.network.reply("feed") } },
        ]
    )
}
