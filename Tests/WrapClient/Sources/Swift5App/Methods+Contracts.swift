/// The methods of clients whose declarations show only a part of the contract.
@MainActor var contracts: [Method] {
    let on = MethodsOf(ContractClient.init)
    let ledger = MethodsOf(Ledger.Accounts.init)
    let sender = MethodsOf(Sender.init)
    return [
        on("subscribeToList") {
            $0.subscribeToList("x", success: $1.success, failure: $1.failure)
        },
        on("fetch") { $0.fetch("x", handler: $1.note) },
        on("refresh") { $0.refresh("x", policy: .cacheFirst, handler: $1.note) },
        // The answer from the cache comes first, and does not end the request.
        on("refresh", mayComeTwice: false, notes: 2) { $0.refresh("x", handler: $1.note) },
        on("upload") { client, notes in
            client.upload("x") { step in
                switch step {
                case .progress: break
                case .finished: notes.add("success")
                case .failed(let error): notes.note(error)
                }
            }
        },
        on("session", rejection: .started()) { _ = $0.session(completion: $1.note) },
        on("load", rejection: .started()) { $0.load("x", completion: $1.note) },
        on("report", rejection: .started()) { client, notes in
            client.report("x") { notes.note($0.error) }
        },
        on("summary", rejection: .unreported) { client, notes in
            client.summary("x") { notes.note($0.error) }
        },
        on("legacy", rejection: .unreported) { client, notes in
            client.legacy("x") { notes.note($1 == nil) }
        },
        on("legacyNumber", rejection: .unreported) { client, notes in
            client.legacyNumber("x") { notes.note($1 == nil) }
        },
        on("flagged") { client, notes in client.flagged("x") { done, _ in notes.note(done) } },
        on("flaggedAgain") { client, notes in
            client.flaggedAgain("x") { done, _ in notes.note(done) }
        },
        // By the hint "holds handle" the group retains the handle.
        on("download", rejection: .started(isCancelled: true)) {
            _ = $0.download(completion: $1.note)
        },
        MethodsOf { Boxed($0, 1) }("load") { $0.load(2, completion: $1.note) },
        ledger("balance", rejection: .started()) { client, notes in
            try? client.balance(of: "x") { notes.note($0.error) }
        },
        ledger("close", rejection: .unreported) { client, notes in
            client.close("x") { notes.note($0.outcome) }
        },
        sender("deliver") { $0.deliver("x", done: $1.note) },
        sender("copied") { $0.copied(done: $1.note) },
        MethodsOf("Sending") { InterceptingSending(Sender($0)) }("deliver") {
            $0.deliver("x", done: $1.note)
        },
    ]
}

@MainActor var verdicts: [Method] {
    // The handle is the caller's to keep.
    var kept: [Any] = []
    let on = MethodsOf(VerdictClient.init)
    return [
        on("verify", rejection: .unreported) { client, notes in
            client.verify("x") { verdict in
                if case .succeeded = verdict { notes.success() } else { notes.failure() }
            }
        },
        on("item", rejection: .unreported) { client, notes in
            client.item("x") { notes.note($0 != nil) }
        },
        on("size", rejection: .unreported) { client, notes in
            client.size(of: "x") { notes.note($1 == .success) }
        },
        on("value", rejection: .unreported) { client, notes in
            client.value("x") { notes.note(!($0 is Error)) }
        },
        on("close") { client, notes in
            client.close(success: notes.success) { notes.note($0) }
        },
        on("confirm") { client, notes in
            client.confirm { text in notes.note(Result(catching: text)) }
        },
        on("renew") { $0.renew(onRenewal: { _ in }, completionHandler: $1.note) },
        on("sent", rejection: .started()) { $0.sent("x", completion: $1.note) },
        on("paused", rejection: .started(isCancelled: true)) {
            kept.append($0.paused(completion: $1.note))
        },
        on("prepared", rejection: .started(isCancelled: true)) {
            kept.append($0.prepared(completion: $1.note))
        },
    ]
}
