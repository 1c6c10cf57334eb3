/// The methods of clients whose names and attributes settle the roles.
@MainActor var registries: [Method] {
    // The handle is the caller's to keep.
    var kept: [Any] = []
    let client = ListedClient(RegistryClient.init)
    let cancelled = Method.Rejection.started(isCancelled: true)
    return [
        client.method("notes") { $0.notes("x", notes: $1.success, failure: $1.failure) },
        client.method("register") { $0.register("x", completion: $1.note) },
        client.method("find") { client, notes in
            client.find("x") { search in
                if case .error(let error) = search { notes.note(error) } else { notes.success() }
            }
        },
        client.method("sign", rejection: .unreported) { client, notes in
            client.sign("x") { notes.note($0.error == nil) }
        },
        client.method("reply", rejection: .unreported) { client, notes in
            client.reply { notes.note($0.error == nil) }
        },
        client.method("page", rejection: .unreported) { client, notes in
            client.page("x") { text, _ in notes.note(text != nil) }
        },
        client.method("remove", rejection: .unreported) { client, notes in
            client.remove("x") { isRemoved, _ in notes.note(isRemoved) }
        },
        client.method("join", rejection: .unreported) { client, notes in
            client.join("x") { notes.note($0 == .complete) }
        },
        client.method("wait", rejection: .unreported) { client, notes in
            client.wait { notes.note(!$0) }
        },
        client.method("enter", rejection: .unreported) { client, notes in
            client.enter { _, didCancel, _ in notes.note(!didCancel) }
        },
        client.method("rows", rejection: .unreported) { client, notes in
            client.rows("x") {
                if case .success = $0 { notes.success() } else { notes.failure() }
            }
        },
        client.method("started", rejection: cancelled) {
            kept.append($0.started(completion: $1.note))
        },
        client.method("signed", rejection: cancelled) {
            kept.append($0.signed(completion: $1.note))
        },
        client.method("streamTransfer", label: "response", rejection: cancelled) { client, notes in
            let transfer = client.streamTransfer(nil).checked { $0 < 400 }
            kept.append(transfer.response { notes.note($0) })
        },
        client.awaited("lookup", label: "value") { try await $0.lookup("x").value },
    ]
}
