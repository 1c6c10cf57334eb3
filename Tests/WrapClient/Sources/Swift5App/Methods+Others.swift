/// The methods of generic and other clients.
@MainActor var others: [Method] {
    let on = MethodsOf(UncertainClient.init)
    let defaults = MethodsOf(DefaultsClient.init)
    let generic = MethodsOf(GenericClient<String>.init)
    return [
        generic("items") { $0.items(.up, completion: $1.note) },
        generic("item") { $0.item(for: 1, completion: $1.note) },
        generic("text") { $0.text(.down, completion: $1.note) },
        MethodsOf(ClosureClient.init)("send") { $0.send("x", $1.note) },
        MethodsOf("Storing") { InterceptingStoring(Store($0)) }("load") {
            $0.load(completion: $1.note)
        },
        defaults("retrying") { $0.retrying(completion: $1.note) },
        defaults("time") { $0.time(completion: $1.note) },
        defaults("next", label: "retrying") {
            $0.copy().retrying(retries: 1, completion: $1.note)
        },
        on("flag") { client, notes in client.flag("x") { isDone, _ in notes.note(isDone) } },
        on("flagSendable", rejection: .unreported) { client, notes in
            client.flagSendable { isDone, _ in notes.note(isDone) }
        },
        on("maybe", rejection: .unreported) { client, notes in
            client.maybe { notes.note($0 != nil) }
        },
        on("ended", failure: .hidden, rejection: .ended(["ended"])) { client, notes in
            client.ended { notes.add("ended") }
        },
        on("perhapsFailed") { client, notes in
            client.perhapsFailed(success: notes.success, failure: { notes.note($0) })
        },
    ]
}
