/// The methods of clients whose declarations show only a part of the contract.
@MainActor var contracts: [Method] {
    let client = ListedClient(ContractClient.init)
    let ledger = ListedClient("Ledger.Accounts") { InterceptingClient(Ledger.Accounts($0)) }
    let sender = ListedClient(Sender.init)
    return [
        client.method("subscribeToList") {
            $0.subscribeToList("x", success: $1.success, failure: $1.failure)
        },
        client.method("fetch") { $0.fetch("x", handler: $1.note) },
        client.method("refresh") { $0.refresh("x", policy: .cacheFirst, handler: $1.note) },
        // The answer from the cache comes first, and does not end the request.
        client.method("refresh", mayComeTwice: false, notes: 2) {
            $0.refresh("x", handler: $1.note)
        },
        client.method("upload") { client, notes in
            client.upload("x") { step in
                switch step {
                case .progress: break
                case .finished: notes.add("success")
                case .failed(let error): notes.note(error)
                }
            }
        },
        client.method("session", rejection: .started()) { _ = $0.session(completion: $1.note) },
        client.method("load", rejection: .started()) { $0.load("x", completion: $1.note) },
        client.method("report", rejection: .started()) { client, notes in
            client.report("x") { notes.note($0.error) }
        },
        client.method("summary", rejection: .unreported) { client, notes in
            client.summary("x") { notes.note($0.error) }
        },
        client.method("legacy", rejection: .unreported) { client, notes in
            client.legacy("x") { notes.note($1 == nil) }
        },
        client.method("legacyNumber", rejection: .unreported) { client, notes in
            client.legacyNumber("x") { notes.note($1 == nil) }
        },
        client.method("flagged") { client, notes in
            client.flagged("x") { done, _ in notes.note(done) }
        },
        client.method("flaggedAgain") { client, notes in
            client.flaggedAgain("x") { done, _ in notes.note(done) }
        },
        // By the hint "holds handle" the group retains the handle.
        client.method("download", rejection: .started(isCancelled: true)) {
            _ = $0.download(completion: $1.note)
        },
        ListedClient { Boxed($0, 1) }.method("load") { $0.load(2, completion: $1.note) },
        ledger.method("balance", rejection: .started()) { client, notes in
            try? client.balance(of: "x") { notes.note($0.error) }
        },
        ledger.method("close", rejection: .unreported) { client, notes in
            client.close("x") { notes.note($0.outcome) }
        },
        sender.method("deliver") { $0.deliver("x", done: $1.note) },
        sender.method("copied") { $0.copied(done: $1.note) },
        ListedClient("Sending") { InterceptingSending(Sender($0)) }.method("deliver") {
            $0.deliver("x", done: $1.note)
        },
    ]
}

@MainActor var verdicts: [Method] {
    // The handle is the caller's to keep.
    var kept: [Any] = []
    let client = ListedClient(VerdictClient.init)
    return [
        client.method("verify", rejection: .unreported) { client, notes in
            client.verify("x") { verdict in
                if case .succeeded = verdict { notes.success() } else { notes.failure() }
            }
        },
        client.method("item", rejection: .unreported) { client, notes in
            client.item("x") { notes.note($0 != nil) }
        },
        client.method("size", rejection: .unreported) { client, notes in
            client.size(of: "x") { notes.note($1 == .success) }
        },
        client.method("value", rejection: .unreported) { client, notes in
            client.value("x") { notes.note(!($0 is Error)) }
        },
        client.method("close") { client, notes in
            client.close(success: notes.success) { notes.note($0) }
        },
        client.method("confirm") { client, notes in
            client.confirm { text in notes.note(Result(catching: text)) }
        },
        client.method("renew") { $0.renew(onRenewal: { _ in }, completionHandler: $1.note) },
        client.method("sent", rejection: .started()) { $0.sent("x", completion: $1.note) },
        client.method("paused", rejection: .started(isCancelled: true)) {
            kept.append($0.paused(completion: $1.note))
        },
        client.method("prepared", rejection: .started(isCancelled: true)) {
            kept.append($0.prepared(completion: $1.note))
        },
    ]
}
