/// The methods of generic and other clients.
@MainActor var others: [Method] {
    let client = ListedClient(UncertainClient.init)
    let defaults = ListedClient(DefaultsClient.init)
    let generic = ListedClient(GenericClient<String>.init)
    return [
        generic.method("items") { $0.items(.up, completion: $1.note) },
        generic.method("item") { $0.item(for: 1, completion: $1.note) },
        generic.method("text") { $0.text(.down, completion: $1.note) },
        ListedClient(ClosureClient.init).method("send") { $0.send("x", $1.note) },
        ListedClient("Storing") { InterceptingStoring(Store($0)) }.method("load") {
            $0.load(completion: $1.note)
        },
        defaults.method("retrying") { $0.retrying(completion: $1.note) },
        defaults.method("time") { $0.time(completion: $1.note) },
        defaults.method("next", label: "retrying") {
            $0.copy().retrying(retries: 1, completion: $1.note)
        },
        client.method("flag") { client, notes in
            client.flag("x") { isDone, _ in notes.note(isDone) }
        },
        client.method("flagSendable", rejection: .unreported) { client, notes in
            client.flagSendable { isDone, _ in notes.note(isDone) }
        },
        client.method("maybe", rejection: .unreported) { client, notes in
            client.maybe { notes.note($0 != nil) }
        },
        client.method("ended", failure: .hidden, rejection: .ended(["ended"])) { client, notes in
            client.ended { notes.add("ended") }
        },
        client.method("perhapsFailed") { client, notes in
            client.perhapsFailed(success: notes.success, failure: { notes.note($0) })
        },
    ]
}
