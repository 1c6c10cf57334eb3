import Clients
import Interception

@MainActor
var contracts: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<ContractClient> {
        InterceptingClient(ContractClient(script))
    }
    return [
        Method("ContractClient.subscribeToList") { script, notes in
            client(script)
                .subscribeToList(
                    "x",
                    success: { _ in notes.add("success") },
                    failure: { notes.note($0) }
                )
        },
        Method("ContractClient.fetch") { script, notes in
            client(script).fetch("x") { notes.note($0) }
        },
        Method("ContractClient.load", rejection: .started(isCancelled: false)) { script, notes in
            client(script).load("x") { notes.note($0) }
        },
        Method("ContractClient.report", rejection: .started(isCancelled: false)) { script, notes in
            client(script).report("x") { notes.note($0.error) }
        },
        Method("ContractClient.summary", rejection: .unreported) { script, notes in
            client(script).summary("x") { notes.note($0.error) }
        },
        Method("ContractClient.legacy", rejection: .unreported) { script, notes in
            client(script).legacy("x") { notes.add($1 == nil ? "success" : "failure") }
        },
        Method("ContractClient.legacyNumber", rejection: .unreported) { script, notes in
            client(script).legacyNumber("x") { notes.add($1 == nil ? "success" : "failure") }
        },
        Method("ContractClient.legacyPair", rejection: .unreported) { script, notes in
            client(script)
                .legacyPair(
                    success: { _ in notes.add("success") },
                    failure: { _ in notes.add("failure") }
                )
        },
        Method("ContractClient.flagged") { script, notes in
            client(script).flagged("x") { isDone, _ in notes.add(isDone ? "success" : "failure") }
        },
        Method("ContractClient.flaggedAgain") { script, notes in
            client(script).flaggedAgain("x") { isDone, _ in
                notes.add(isDone ? "success" : "failure")
            }
        },
        Method("ContractClient.download", rejection: .started(isCancelled: true)) { script, notes in
            // The hint has the group hold the handle.
            _ = client(script).download { notes.note($0) }
        },
        Method("Boxed.load") { script, notes in
            InterceptingClient(Boxed(script, 1)).load(2) { notes.note($0) }
        },
        Method("UnwrappedClient.start") { script, notes in
            let request = UnwrappedRequest()
            request.onEnd = { notes.note($1) }
            InterceptingClient(UnwrappedClient(script)).start(request)
        },
    ]
}
