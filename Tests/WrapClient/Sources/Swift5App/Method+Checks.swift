// Calls a wrapped method in every situation: answered, failed, lost, twice, cancelled and rejected.
extension Method {
    /// Calls the method in every situation, and returns the mistakes.
    @MainActor func check() async -> [Mistake] {
        var mistakes: [Mistake] = []
        for check in [answered, failed, lost, twice, cancelled, rejected] {
            do { try await check() } catch let mistake as Mistake {
                mistakes.append(mistake)
            } catch {
                mistakes.append(Mistake("\(name): \(error)"))
            }
        }
        return mistakes
    }

    @MainActor private func answered() async throws {
        let (failures, found, _) = try await run { try $0.answer(label, with: .success("7")) }
        try expect(failures.isEmpty, "answered, and failed with \(failures)")
        let isRight = found.count == notes && !found.contains("failure")
        try expect(isRight, "answered, and its callbacks noted \(found)")
    }

    @MainActor private func failed() async throws {
        let (failures, found, _) = try await run {
            try $0.answer(label, with: .failure(Refused("no")))
        }
        switch failure {
        case .reported: try expect(failures.count == 1, "failed, and the group saw \(failures)")
        case .hidden: try expect(failures.isEmpty, "failed unseen, and the group saw \(failures)")
        }
        let isRight = found.count == notes && (failure == .hidden || found.last != "success")
        try expect(isRight, "failed, and its callbacks noted \(found)")
    }

    @MainActor private func lost() async throws {
        let (failures, _, _) = try await run { try $0.answer(label, with: .dropped) }
        guard mayComeTwice || failure == .reported else { return }
        try expect(failures.count == 1, "lost, and the group saw \(failures)")
        try expect(
            !mayComeTwice || failures.first?.error is LostCallbackError,
            "lost, and failed with \(failures)"
        )
    }

    @MainActor private func twice() async throws {
        guard mayComeTwice else { return }
        let (failures, found, _) = try await run {
            try $0.answer(label, with: .success("7").then(.success("8")))
        }
        try expect(failures.isEmpty, "answered twice, and failed with \(failures)")
        try expect(found.count == 2 * notes, "answered twice, and its callbacks noted \(found)")
    }

    @MainActor private func cancelled() async throws {
        let (_, _, script) = try await run { script in
            RequestGroup.current?.cancel()
            for name in script.outstanding { try script.answer(name, with: .dropped) }
        }
        if case .started(isCancelled: true) = rejection {
            try expect(script.cancelled == [label], "cancelled, and the client was not")
        }
    }

    @MainActor private func rejected() async throws {
        let script = ScriptedClient<String>()
        let found = Notes()
        let outcome = await withRequestGroupOutcome { group async throws -> Void in
            group.cancel()
            let calling = Task { await call(script, found) }
            if case .started = rejection { try await script.waitForRequests(label) }
            for name in script.outstanding { try script.answer(name, with: .dropped) }
            await calling.value
        }
        if case .failure(let error) = outcome.body, !(error is CancellationError) { throw error }
        switch rejection {
        case .reported:
            try expect(script.issued.isEmpty, "rejected, and started")
            let first = await found.next(1)
            try expect(first == ["failure"], "rejected, and its callback noted \(first)")
        case .ended(let notes):
            try expect(script.issued.isEmpty, "rejected, and started")
            let all = await found.next(notes.count)
            try expect(all == notes, "rejected, and its callbacks noted \(all)")
        case .unreported:
            try expect(script.issued.isEmpty, "rejected, and started")
            let rest = await found.rest()
            try expect(rest.isEmpty, "rejected, and its callbacks noted \(rest)")
        case .started(let isCancelled):
            try expect(script.issued == [label], "not started, though it has to return something")
            try expect(script.cancelled.isEmpty != isCancelled, "rejected, and not cancelled")
        }
    }

    /// Calls the method in a group, and answers it.
    @MainActor private func run(
        _ answer: @MainActor (ScriptedClient<String>) throws -> Void
    ) async throws -> ([RequestFailure], [String], ScriptedClient<String>) {
        let script = ScriptedClient<String>()
        // The wrapper has to cancel requests; this test answers them.
        script.answerCancelled(with: nil)
        let found = Notes()
        let outcome = await withRequestGroupOutcome { () async throws -> Void in
            let calling = Task { await call(script, found) }
            try await script.waitForRequests(label)
            try answer(script)
            await calling.value
        }
        try outcome.body.get()
        return (outcome.failures, await found.rest(), script)
    }

    private func expect(_ isRight: Bool, _ problem: String) throws {
        if !isRight { throw Mistake("\(name) was \(problem)") }
    }
}
