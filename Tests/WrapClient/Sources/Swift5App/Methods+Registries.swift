import Clients
import Interception

/// The methods of clients whose names and attributes settle the roles.
@MainActor var registries: [Method] {
    // The handle is the caller's to keep.
    var kept: [Any] = []
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<RegistryClient> {
        InterceptingClient(RegistryClient(script))
    }
    return [
        Method("RegistryClient.notes") { script, notes in
            client(script).notes("x", notes: notes.success, failure: notes.failure)
        },
        Method("RegistryClient.register") { script, notes in
            client(script).register("x") { notes.note($0) }
        },
        Method("RegistryClient.find") { script, notes in
            client(script)
                .find("x") { search in
                    if case .error(let error) = search {
                        notes.note(error)
                    } else {
                        notes.success()
                    }
                }
        },
        Method("RegistryClient.sign", rejection: .unreported) { script, notes in
            client(script).sign("x") { notes.note($0.error == nil) }
        },
        Method("RegistryClient.reply", rejection: .unreported) { script, notes in
            client(script).reply { notes.note($0.error == nil) }
        },
        Method("RegistryClient.page", rejection: .unreported) { script, notes in
            client(script).page("x") { text, _ in notes.note(text != nil) }
        },
        Method("RegistryClient.remove", rejection: .unreported) { script, notes in
            client(script).remove("x") { isRemoved, _ in notes.note(isRemoved) }
        },
        Method("RegistryClient.join", rejection: .unreported) { script, notes in
            client(script).join("x") { notes.note($0 == .complete) }
        },
        Method("RegistryClient.wait", rejection: .unreported) { script, notes in
            client(script).wait { notes.note(!$0) }
        },
        Method("RegistryClient.enter", rejection: .unreported) { script, notes in
            client(script).enter { _, didCancel, _ in notes.note(!didCancel) }
        },
        Method("RegistryClient.rows", rejection: .unreported) { script, notes in
            client(script).rows("x") {
                if case .success = $0 { notes.success() } else { notes.failure() }
            }
        },
        Method("RegistryClient.started", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(client(script).started { notes.note($0) })
        },
        Method("RegistryClient.signed", rejection: .started(isCancelled: true)) { script, notes in
            kept.append(client(script).signed { notes.note($0) })
        },
        Method(
            "RegistryClient.streamTransfer",
            label: "response",
            rejection: .started(isCancelled: true)
        ) { script, notes in
            let transfer = client(script).streamTransfer(nil).checked { $0 < 400 }
            kept.append(transfer.response { notes.note($0) })
        },
        .awaited("RegistryClient.lookup", label: "value") {
            try await client($0).lookup("x").value
        },
    ]
}
