/// The methods of clients with unusual signatures.
@MainActor var shapes: [Method] {
    let on = MethodsOf(ShapeClient.init)
    return [
        on("asks", notes: 2) { client, notes in
            client.asks(
                shouldRetry: { _ in
                    notes.add("question")
                    return true
                },
                completion: { notes.note($0) }
            )
        },
        on("localized", rejection: .unreported) {
            $0.localized(success: $1.success, failure: $1.failure)
        },
        on("reversed") { $0.reversed(failure: $1.failure, success: $1.success) },
        on("confirmed") { client, notes in
            client.confirmed(
                success: { _ in
                    notes.add("success")
                    return true
                },
                failure: notes.failure
            )
        },
        on("onMainWithStatus") {
            $0.onMainWithStatus(success: $1.success, failure: $1.failure)
        },
        on("start") { client, notes in
            let parcel = Parcel("books")
            parcel.onSuccess = { _ in notes.add("success") }
            parcel.onFailure = { notes.note($0) }
            client.start(parcel)
        },
        on("begin") { client, notes in
            let request = UnwrappedRequest()
            request.onEnd = { notes.note($1) }
            client.begin(request)
        },
        on("submit") { client, notes in client.submit(form: Form { notes.note($0) }) },
        on("add", failure: .hidden, rejection: .ended(["ended"]), mayComeTwice: false) {
            client,
            notes in
            let job = Job()
            job.completionBlock = { notes.add("ended") }
            client.add(job: job)
        },
    ]
}
