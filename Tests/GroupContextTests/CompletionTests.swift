@Suite struct `The completion of a group` {
    @Test func `a completion handler added after completion is called at once (C1)`() async throws {
        let group = try await withRequestGroup { $0 }
        let calls = Locked(0)
        group.whenCompleted { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func `a group throws all failures with label, index and error (C2)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") { group in
                let memberships = ["a", "b", "c", "d"].map { group.enter($0) }
                memberships[3]?.leave(throwing: ClientError("4th"))
                memberships[1]?.leave(throwing: ClientError("2nd"))
                memberships[0]?.leave()
                memberships[2]?.leave(throwing: ClientError("3rd"))
            }
        }
        #expect(error?.groupName == "page")
        #expect(error?.code == .requestsFailed)
        #expect(error?.failures.map(\.label) == ["b", "c", "d"])
        #expect(error?.failures.map(\.index) == [1, 2, 3])
        let errors = error?.failures.compactMap { $0.error as? ClientError }
        #expect(errors == [ClientError("2nd"), ClientError("3rd"), ClientError("4th")])
        #expect(error?.causes.count == 3)
        #expect(error?.consequences.isEmpty == true)
    }

    @Test func `failure indices count requests, not nested or captured groups (C2)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in
                try await withRequestGroup("inner") {}
                _ = CapturedGroup()
                group.enter("request")?.leave(throwing: ClientError("no"))
            }
        }
        #expect(error?.failures.map(\.index) == [0])
        #expect(error?.progress == GroupProgress(finished: 1, failed: 1, total: 1))
    }

    @Test(arguments: [
        RequestGroupOption.tolerant, [.failFast, .cancelsBody], [],
    ])
    func `a cancelled group throws the error of its body (C3)`(options: RequestGroupOption) async {
        await #expect(throws: ClientError("body")) {
            try await withRequestGroup(options: options) { group in
                group.enter("early")?.leave(throwing: ClientError("request"))
                group.cancel()
                group.enter("late")?.leave(throwing: ClientError("request"))
                throw ClientError("body")
            }
        }
    }

    @Test @MainActor func `bodies and captured closures keep their caller's actor`() async throws {
        // The class is neither Sendable nor on an actor, so it is safe only on the actor of its caller.
        final class Page {
            var items: [String] = []
            func load() async throws -> Page {
                try await withRequestGroup {
                    MainActor.assertIsolated()
                    items.append("group")
                    await Task.yield()
                    MainActor.assertIsolated()
                    await withoutRequestGroup {
                        await Task.yield()
                        MainActor.assertIsolated()
                        items.append("no group")
                    }
                    await CapturedGroup().run {
                        await Task.yield()
                        MainActor.assertIsolated()
                        items.append("captured")
                    }
                    return self
                }
            }
        }
        let page = Page()
        #expect(try await page.load() === page)
        #expect(page.items == ["group", "no group", "captured"])
    }

    @Test func `closing a completed group again has no effect (C1)`() async throws {
        let recorder = EventRecorder()
        let group = try await withRequestGroup(options: .observer(recorder)) { $0 }
        group.close(bodyThrew: false)
        #expect(recorder.lines == ["opened", "empty", "completed"])
    }

    @Test func `observers of the completion cannot add a request to the group (C5)`() async throws {
        let isLate = Locked<Bool?>(nil)
        let observer = Reactor { event in
            guard event.kind == .completed else { return }
            let membership = event.group?.enter("late")
            isLate.withLock { $0 = membership == nil }
            membership?.leave()
        }
        let group = try await withRequestGroup(options: .observer(observer)) { $0 }
        #expect(isLate.withLock { $0 } == true)
        #expect(group.progress.total == 0)
    }

    @Test func `a closed group completes when its last request has left (C1)`() {
        let hasCompleted = Locked(false)
        let group = RequestGroup(opening: "page", options: [])
        let requests = ["a", "b"].map { group.enter($0) }
        group.whenCompleted { hasCompleted.withLock { $0 = true } }
        group.close(bodyThrew: false)
        requests[0]?.leave()
        #expect(!hasCompleted.withLock { $0 })
        requests[1]?.leave()
        #expect(hasCompleted.withLock { $0 })
    }

    @Test func `a group waits for its observers before it completes (C1, O2)`() async throws {
        let (observer, hasCompleted) = (BlockedObserver(.entered), Locked(false))
        let group = RequestGroup(opening: "page", options: [.observer(observer)])
        group.whenCompleted { hasCompleted.withLock { $0 = true } }
        let issuing = OwnThread { group.enter("request")?.leave() }
        await observer.isBlocked.waitUntilOpen()
        group.close(bodyThrew: false)
        #expect(!hasCompleted.withLock { $0 })
        observer.release()
        try await issuing.waitUntilEnded()
        #expect(hasCompleted.withLock { $0 })
    }
}
