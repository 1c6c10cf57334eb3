/// The methods of clients with unusual signatures.
@MainActor var shapes: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<ShapeClient> {
        InterceptingClient(ShapeClient(script))
    }
    return [
        Method("ShapeClient.six", rejection: .unreported) { script, notes in
            client(script).six { _, _, error, _, _, _ in notes.note(error) }
        },
        Method("ShapeClient.asks", notes: 2) { script, notes in
            client(script)
                .asks(
                    shouldRetry: { _ in
                        notes.add("question")
                        return true
                    },
                    completion: { notes.note($0) }
                )
        },
        Method("ShapeClient.localized", rejection: .unreported) { script, notes in
            client(script).localized(success: notes.success, failure: notes.failure)
        },
        Method("ShapeClient.reversed") { script, notes in
            client(script).reversed(failure: notes.failure, success: notes.success)
        },
        Method("ShapeClient.confirmed") { script, notes in
            client(script)
                .confirmed(
                    success: { _ in
                        notes.add("success")
                        return true
                    },
                    failure: notes.failure
                )
        },
        Method("ShapeClient.onMainWithStatus") { script, notes in
            client(script).onMainWithStatus(success: notes.success, failure: notes.failure)
        },
        Method("ShapeClient.start") { script, notes in
            let parcel = Parcel("books")
            parcel.onSuccess = { _ in notes.add("success") }
            parcel.onFailure = { notes.note($0) }
            client(script).start(parcel)
        },
        Method("ShapeClient.begin") { script, notes in
            let request = UnwrappedRequest()
            request.onEnd = { notes.note($1) }
            client(script).begin(request)
        },
        Method("ShapeClient.submit") { script, notes in
            client(script).submit(form: Form { notes.note($0) })
        },
        Method(
            "ShapeClient.add",
            failure: .hidden,
            rejection: .ended(["ended"]),
            mayComeTwice: false
        ) { script, notes in
            let job = Job()
            job.completionBlock = { notes.add("ended") }
            client(script).add(job: job)
        },
    ]
}
