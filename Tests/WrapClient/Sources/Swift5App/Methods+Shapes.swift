/// The methods of clients with unusual signatures.
@MainActor var shapes: [Method] {
    let client = ListedClient(ShapeClient.init)
    return [
        client.method("asks", notes: 2) { client, notes in
            client.asks(
                shouldRetry: { _ in
                    notes.add("question")
                    return true
                },
                completion: { notes.note($0) }
            )
        },
        client.method("localized", rejection: .unreported) {
            $0.localized(success: $1.success, failure: $1.failure)
        },
        client.method("reversed") { $0.reversed(failure: $1.failure, success: $1.success) },
        client.method("confirmed") { client, notes in
            client.confirmed(
                success: { _ in
                    notes.add("success")
                    return true
                },
                failure: notes.failure
            )
        },
        client.method("onMainWithStatus") {
            $0.onMainWithStatus(success: $1.success, failure: $1.failure)
        },
        client.method("start") { client, notes in
            let parcel = Parcel("books")
            parcel.onSuccess = { _ in notes.add("success") }
            parcel.onFailure = { notes.note($0) }
            client.start(parcel)
        },
        client.method("begin") { client, notes in
            let request = UnwrappedRequest()
            request.onEnd = { notes.note($1) }
            client.begin(request)
        },
        client.method("submit") { client, notes in client.submit(form: Form { notes.note($0) }) },
        client.method("add", failure: .hidden, rejection: .ended(["ended"]), mayComeTwice: false) {
            client,
            notes in
            let job = Job()
            job.completionBlock = { notes.add("ended") }
            client.add(job: job)
        },
    ]
}
