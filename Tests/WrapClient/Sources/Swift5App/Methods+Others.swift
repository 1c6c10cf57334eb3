/// The methods of generic, main-actor and other clients.
@MainActor var others: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<UncertainClient> {
        InterceptingClient(UncertainClient(script))
    }
    func defaults(_ script: ScriptedClient<String>) -> InterceptingClient<DefaultsClient> {
        InterceptingClient(DefaultsClient(script))
    }
    return [
        Method("GenericClient.items") { script, notes in
            InterceptingClient(GenericClient(script)).items(.up) { notes.note($0) }
        },
        Method("GenericClient.item") { script, notes in
            InterceptingClient(GenericClient(script)).item(for: 1) { notes.note($1) }
        },
        Method("GenericClient.text") { script, notes in
            InterceptingClient(GenericClient(script)).text(.down) { notes.note($0) }
        },
        Method("StaticClient.get") { script, notes in
            StaticClient.script = script
            InterceptingClient(StaticClient.self).get("feed") { notes.note($0) }
        },
        Method("ClosureClient.send") { InterceptingClient(ClosureClient($0)).send("x", $1.note) },
        Method("Networking.get") { script, notes in
            let network: any Networking = InterceptingNetworking(Network(script))
            network.getFeed { notes.note($0) }
        },
        Method("Storing.load") { script, notes in
            let store = InterceptingStoring(Store(script))
            store.load { notes.note($0) }
        },
        Method("OpenClient.get") { script, notes in
            let client: OpenClient = InterceptingOpenClient(script)
            client.get { notes.note($0) }
        },
        Method("DefaultsClient.retrying") { defaults($0).retrying(completion: $1.note) },
        Method("DefaultsClient.time") { defaults($0).time(completion: $1.note) },
        Method("DefaultsClient.next", label: "retrying") { script, notes in
            defaults(script).copy().retrying(retries: 1) { notes.note($0) }
        },
        Method("UncertainClient.flag") { script, notes in
            client(script).flag("x") { isDone, _ in notes.note(isDone) }
        },
        Method("UncertainClient.flagSendable", rejection: .unreported) { script, notes in
            client(script).flagSendable { isDone, _ in notes.note(isDone) }
        },
        Method("UncertainClient.maybe", rejection: .unreported) { script, notes in
            client(script).maybe { notes.note($0 != nil) }
        },
        Method("UncertainClient.ended", failure: .hidden, rejection: .ended(["ended"])) {
            script,
            notes in
            client(script).ended { notes.add("ended") }
        },
        Method("UncertainClient.perhapsFailed") { script, notes in
            client(script).perhapsFailed(success: notes.success, failure: { notes.note($0) })
        },
    ]
}
