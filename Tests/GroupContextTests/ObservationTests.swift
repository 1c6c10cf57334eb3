@testable import GroupContext

@Suite struct `Observing a group` {
    @Test func `each progress closure is called for each change, in order (O1)`() async throws {
        let (seen, count) = (Locked<[GroupProgress]>([]), Locked(0))
        try await withRequestGroup(
            options: .tolerant,
            .observer(EventRecorder()),
            .onProgress { progress in seen.withLock { $0.append(progress) } },
            .onProgress { _ in count.withLock { $0 += 1 } }
        ) { group in
            let memberships = (0..<100).map { group.enter("\($0)") }
            DispatchQueue.concurrentPerform(iterations: 100) { number in
                if number.isMultiple(of: 10) {
                    memberships[number]?.leave(throwing: ClientError("no"))
                } else {
                    memberships[number]?.waitForPermit()
                    #expect(memberships[number]?.startDelayed() == true)
                    memberships[number]?.leave()
                }
            }
        }
        let progress = seen.withLock { $0 }
        #expect(progress.map(\.finished) == Array(repeating: 0, count: 100) + Array(1...100))
        #expect(progress.last == GroupProgress(finished: 100, failed: 10, total: 100))
        #expect(progress.last?.outstanding == 0)
        #expect(count.withLock { $0 } == progress.count)
    }

    @Test func `progress updates begin with the current state (O1)`() async throws {
        let reader = Locked<Task<[GroupProgress], Never>?>(nil)
        try await withRequestGroup { group in
            group.enter("before")?.leave()
            let updates = group.progressUpdates
            var iterator = updates.makeAsyncIterator()
            #expect(await iterator.next() == GroupProgress(finished: 1, failed: 0, total: 1))
            let membership = group.enter("after")
            #expect(await iterator.next() == GroupProgress(finished: 1, failed: 0, total: 2))
            membership?.leave()
            let rest = group.progressUpdates
            reader.withLock { $0 = Task { await rest.reduce(into: []) { $0.append($1) } } }
        }
        let last = await reader.withLock { $0 }?.value.last
        #expect(last == GroupProgress(finished: 2, failed: 0, total: 2))
    }

    @Test(.endsInTime)
    func `a completed group sends one progress update with its last state (O1)`() async throws {
        let group = try await withRequestGroup { group in
            group.enter("request")?.leave()
            return group
        }
        var seen: [GroupProgress] = []
        for await progress in group.progressUpdates { seen.append(progress) }
        #expect(seen == [GroupProgress(finished: 1, failed: 0, total: 1)])
    }

    @Test func `a request that waits for a permit sends no progress update (O1)`() async throws {
        let (updates, continuation) = AsyncStream.makeStream(of: GroupProgress.self)
        let stream = ProgressStream(continuation: continuation)
        try await withRequestGroup(options: .observer(stream)) { group in
            let request = group.enter("request")
            request?.waitForPermit()
            #expect(request?.startDelayed() == true)
            request?.leave()
        }
        var seen: [GroupProgress] = []
        for await progress in updates { seen.append(progress) }
        #expect(seen.map(\.total) == [0, 1, 1, 1])
        #expect(seen.map(\.finished) == [0, 0, 1, 1])
    }

    @Test func `observers are notified of each event, in order (O2)`() async throws {
        let recorder = EventRecorder()
        let group = try await withRequestGroup(
            "page",
            options: .observer(recorder),
            .tolerant
        ) { group in
            let memberships = ["a", "b"].map { group.enter($0) }
            memberships[1]?.leave(throwing: ClientError("no"))
            memberships[0]?.leave()
            memberships[0]?.leave()
            return group
        }
        _ = group.enter("late")
        let expected = [
            "opened", "entered a", "entered b", "left b", "left a", "duplicate callback a",
            "completed", "late request late",
        ]
        #expect(recorder.lines == expected)
        let events = recorder.events
        #expect(events.allSatisfy { $0.group === group })
        #expect(events[3].failure?.label == "b")
        #expect(events[3].index == 1)
        #expect(events[4].failure == nil)
        #expect(events.map(\.progress.finished) == [0, 0, 0, 1, 2, 2, 2, 2])
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.instant <= $1.instant })
        #expect(recorder.events.map(\.instant) == events.map(\.instant))
        #expect("\(events[3])" == "page: left #1 b: ClientError (1 of 2 finished, 1 failed)")
    }

    @Test func `an observer of two nested groups gets each event once (O2)`() async throws {
        let (recorder, another) = (EventRecorder(), EventRecorder())
        let option = RequestGroupOption.observer(recorder)
        try await withRequestGroup("outer", options: option, .observer(another), option) {
            try await withRequestGroup("middle") {
                try await withRequestGroup("inner", options: option) { inner in
                    inner.enter("request")?.leave()
                }
            }
        }
        let expected = [
            "opened", "opened", "opened", "entered request", "left request", "completed",
            "completed", "completed",
        ]
        #expect(recorder.lines == expected)
        #expect(another.lines == recorder.lines)
    }

    @Test func `two observers that are values of one type are both notified (O2)`() async throws {
        let recorders = [EventRecorder(), EventRecorder()]
        let options = recorders.map { recorder in
            RequestGroupOption.observer(Reactor { recorder.observe($0) })
        }
        try await withRequestGroup(options: RequestGroupOption(options)) { _ in }
        for recorder in recorders { #expect(recorder.lines == ["opened", "empty", "completed"]) }
    }
}

@Suite struct `Descriptions of a group` {
    @Test func `an error's description names its group and failures, causes first`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("home page", options: .failFast) { group in
                let memberships = ["GET /feed", "GET /user"].map { group.enter($0) }
                memberships[0]?.onCancel { memberships[0]?.leave(throwing: CancellationError()) }
                memberships[1]?.leave(throwing: ClientError("secret"))
            }
        }
        #expect(
            error.map { "\($0)" } == """
                Request group “home page”: requests failed, 2 of 2 finished, 2 failed
                  #1 GET /user: ClientError
                  #0 GET /feed: cancelled
                """
        )
    }

    @Test func `a group's description lists twenty requests, and counts the others`() async throws {
        try await withRequestGroup("page") { group in
            let requests = (0..<20).map { group.enter("\($0)") }
            let labels = (0..<20).map(String.init).joined(separator: ", ")
            #expect("\(group)" == "page: 0 of 20 finished, waiting for \(labels)")
            let others = (20..<22).map { group.enter("\($0)") }
            #expect("\(group)" == "page: 0 of 22 finished, waiting for \(labels), 2 more")
            for request in requests + others { request?.leave() }
        }
    }

    @Test func `an optional failure's description says that the request is optional`() {
        let (error, label) = (ClientError("no"), "GET /ad")
        let optional = RequestFailure(
            label: label,
            index: 1,
            error: error,
            reason: .timedOut,
            isOptional: true
        )
        #expect("\(optional)" == "#1 GET /ad: timed out (optional)")
    }

    @Test func `LostCallbackError and RequestTimeoutError name their request and what happened`() {
        #expect("\(LostCallbackError(label: "GET /feed"))".hasPrefix("GET /feed: no callback"))
        #expect(
            "\(RequestTimeoutError(label: "GET /feed"))".hasPrefix("GET /feed: no answer before")
        )
    }
}
