import Clients
import Interception

/// The methods of clients in properties and errors in unusual places.
@MainActor var libraries: [Method] {
    func client(_ script: ScriptedClient<String>) -> InterceptingClient<LibraryClient> {
        InterceptingClient(LibraryClient(script))
    }
    return [
        .awaited("LibraryClient.lookup", label: "value") { script in
            let library = client(script)
            library.lookup = InterceptingClient(Lookup(script))
            return try await library.lookup.value
        },
        .awaited("LibraryClient.branches", label: "value") { script in
            let library = client(script)
            library.branches = library.branches
            return try await library.branches?.first?.value ?? ""
        },
        .awaited("LibraryClient.network", label: "user") { script in
            let library = client(script)
            // The client gets the bare network, so a request through its wrapper counts once.
            library.network = InterceptingNetworking(Network(script))
            return try await library.network.user()
        },
        Method("LibraryClient.store", label: "load") { script, notes in
            client(script).store()?.load { notes.note($0) }
        },
        Method("LibraryClient.anyStore", label: "load") { script, notes in
            client(script).anyStore().load { notes.note($0) }
        },
        Method("LibraryClient.pages", notes: 2) { script, notes in
            client(script).pages(onPage: { notes.note($0) }, completion: { notes.note($0) })
        },
        Method("LibraryClient.upload", rejection: .unreported) { script, notes in
            client(script)
                .upload(["x"]) { _, error, refused in notes.note(error == nil && refused.isEmpty) }
        },
        Method("LibraryClient.importAll", rejection: .unreported) { script, notes in
            client(script)
                .importAll { failure, failures in
                    notes.note(failure == nil && failures.isEmpty)
                }
        },
    ]
}
