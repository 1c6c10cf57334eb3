/// The methods of clients whose declarations show only a part of the contract.
@MainActor var contracts: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<ContractClient> {
        InterceptingClient(ContractClient(script))
    }
    return [
        Method("ContractClient.subscribeToList") { script, notes in
            client(script).subscribeToList("x", success: notes.success, failure: notes.failure)
        },
        Method("ContractClient.fetch") { client($0).fetch("x", handler: $1.note) },
        Method("ContractClient.refresh") { script, notes in
            client(script).refresh("x", policy: .cacheFirst) { notes.note($0) }
        },
        // The answer from the cache comes first, and does not end the request.
        Method("ContractClient.refresh", mayComeTwice: false, notes: 2) { script, notes in
            client(script).refresh("x") { notes.note($0) }
        },
        Method("ContractClient.upload") { script, notes in
            client(script)
                .upload("x") { step in
                    switch step {
                    case .progress: break
                    case .finished: notes.add("success")
                    case .failed(let error): notes.note(error)
                    }
                }
        },
        Method("ContractClient.session", rejection: .started()) { script, notes in
            _ = client(script).session { notes.note($0) }
        },
        Method("ContractClient.load", rejection: .started()) { script, notes in
            client(script).load("x") { notes.note($0) }
        },
        Method("ContractClient.report", rejection: .started()) { script, notes in
            client(script).report("x") { notes.note($0.error) }
        },
        Method("ContractClient.summary", rejection: .unreported) { script, notes in
            client(script).summary("x") { notes.note($0.error) }
        },
        Method("ContractClient.legacy", rejection: .unreported) { script, notes in
            client(script).legacy("x") { notes.note($1 == nil) }
        },
        Method("ContractClient.legacyNumber", rejection: .unreported) { script, notes in
            client(script).legacyNumber("x") { notes.note($1 == nil) }
        },
        Method("ContractClient.legacyPair", rejection: .unreported) { script, notes in
            client(script).legacyPair(success: notes.success, failure: notes.failure)
        },
        Method("ContractClient.flagged") { script, notes in
            client(script).flagged("x") { isDone, _ in notes.note(isDone) }
        },
        Method("ContractClient.flaggedAgain") { script, notes in
            client(script).flaggedAgain("x") { isDone, _ in
                notes.note(isDone)
            }
        },
        Method("ContractClient.download", rejection: .started(isCancelled: true)) { script, notes in
            // By the hint "holds handle" the group retains the handle.
            _ = client(script).download { notes.note($0) }
        },
        Method("Boxed.load") { InterceptingClient(Boxed($0, 1)).load(2, completion: $1.note) },
        Method("Ledger.Accounts.balance", rejection: .started()) { script, notes in
            try? InterceptingClient(Ledger.Accounts(script)).balance(of: "x") {
                notes.note($0.error)
            }
        },
        Method("Ledger.Accounts.close", rejection: .unreported) { script, notes in
            InterceptingClient(Ledger.Accounts(script)).close("x") { notes.note($0.outcome) }
        },
        Method("Sender.deliver") { InterceptingClient(Sender($0)).deliver("x", done: $1.note) },
        Method("Sending.deliver") { InterceptingSending(Sender($0)).deliver("x", done: $1.note) },
        Method("Sender.copied") { InterceptingClient(Sender($0)).copied(done: $1.note) },
    ] + verdicts
}

@MainActor private var verdicts: [Method] {
    // The handle is the caller's to keep.
    var kept: [Any] = []
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<VerdictClient> {
        InterceptingClient(VerdictClient(script))
    }
    return [
        Method("VerdictClient.verify", rejection: .unreported) { script, notes in
            client(script)
                .verify("x") { verdict in
                    if case .succeeded = verdict {
                        notes.add("success")
                    } else {
                        notes.add("failure")
                    }
                }
        },
        Method("VerdictClient.item", rejection: .unreported) { script, notes in
            client(script).item("x") { notes.note($0 != nil) }
        },
        Method("VerdictClient.size", rejection: .unreported) { script, notes in
            client(script).size(of: "x") { notes.note($1 == .success) }
        },
        Method("VerdictClient.value", rejection: .unreported) { script, notes in
            client(script).value("x") { notes.note(!($0 is Error)) }
        },
        Method("VerdictClient.close") { script, notes in
            client(script).close(success: notes.success) { notes.note($0) }
        },
        Method("VerdictClient.confirm") { script, notes in
            client(script).confirm { text in notes.note(Result(catching: text)) }
        },
        Method("VerdictClient.renew") { script, notes in
            client(script).renew(onRenewal: { _ in }, completionHandler: { notes.note($0) })
        },
        Method("VerdictClient.sent", rejection: .started()) { script, notes in
            client(script).sent("x") { notes.note($0) }
        },
        Method("VerdictClient.paused", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(client(script).paused { notes.note($0) })
        },
        Method("VerdictClient.prepared", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(client(script).prepared { notes.note($0) })
        },
    ]
}
