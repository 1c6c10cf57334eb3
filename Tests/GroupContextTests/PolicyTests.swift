@Suite struct `Failure policies` {
    @Test func `a group that reaches its quorum cancels the rest and succeeds (P1)`() async throws {
        let group = try await withRequestGroup(options: .quorum(2)) { group in
            let memberships = (0..<5).map { group.enter("\($0)") }
            for membership in memberships {
                membership?.onCancel { membership?.leave(throwing: ClientError("-999")) }
            }
            memberships[0]?.leave(throwing: ClientError("no"))
            memberships[3]?.leave()
            #expect(!group.isCancelled)
            memberships[1]?.answer(nil) {}
            #expect(group.isCancelled)
            return group
        }
        #expect(group.failures.map(\.label) == ["0", "2", "4"])
        #expect(group.failures.map(\.reason) == [.failed, .cancelled, .cancelled])
        #expect(group.progress == GroupProgress(finished: 5, failed: 3, total: 5))
    }

    @Test func `after its body, a group with an unreachable quorum cancels its requests (P1)`() {
        let group = RequestGroup(opening: "page", options: [.quorum(2)])
        let memberships = (0..<2).map { group.enter("\($0)") }
        memberships[1]?.onCancel { memberships[1]?.leave(throwing: ClientError("-999")) }
        memberships[0]?.leave(throwing: ClientError("cause"))
        #expect(!group.isCancelled)
        group.close(bodyThrew: false)
        #expect(group.isCancelled)
        #expect(group.failures.map(\.label) == ["0", "1"])
        #expect(group.failures.map(\.isCause) == [true, false])
    }

    @Test func `a group with fewer requests than its quorum fails (P1)`() async {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("write", options: .quorum(2)) { $0.enter("a")?.leave() }
        }
        #expect(error?.code == .requestsFailed)
        #expect(error?.failures.isEmpty == true)
        #expect(
            error?.description == "Request group “write”: 1 of 1 finished, missed its quorum of 2"
        )
    }

    @Test(arguments: [true, false])
    func `a quorum stays reachable while a captured closure may issue requests (P1)`(issues: Bool) {
        let group = RequestGroup(opening: "page", options: [.quorum(1)])
        let captured = group.returning { CapturedGroup("later") }
        group.enter("a")?.leave(throwing: ClientError("no"))
        group.close(bodyThrew: false)
        #expect(!group.isCancelled)
        captured.run { if issues { group.enter("b")?.leave() } }
        #expect(group.isCancelled)
        #expect((group.error == nil) == issues)
    }

    @Test func `a quorum stays reachable while the last request may succeed (P1)`() {
        let group = RequestGroup(opening: "page", options: [.quorum(2)])
        let memberships = (0..<3).map { group.enter("\($0)") }
        group.close(bodyThrew: false)
        memberships[0]?.leave()
        memberships[1]?.leave(throwing: ClientError("no"))
        #expect(!group.isCancelled)
        memberships[2]?.leave()
        #expect(group.error == nil)
    }

    @Test func `a group cancelled before its quorum throws CancellationError (P2)`() async {
        await #expect(throws: CancellationError.self) {
            try await withRequestGroup(options: .quorum(2)) { group in
                group.enter("a")?.leave()
                group.cancel()
            }
        }
    }

    @Test func `an empty group with a quorum is reported as empty (V1)`() async {
        let events = EventRecorder()
        _ = await withRequestGroupOutcome(options: .quorum(1), .observer(events)) {}
        #expect(events.events.contains { $0.kind == .empty })
    }
}

@Suite struct `Cancelling a group` {
    @Test func `cancelling a group runs each handler once, in issue order (P2)`() async throws {
        let order = Locked<[String]>([])
        let outcome = await withRequestGroupOutcome { group in
            // The last request reuses the memory of the first.
            let first = group.enter("left")
            let early = ["a", "b"].map { group.enter($0) }
            first?.leave()
            let memberships = early + [group.enter("c")]
            for membership in memberships.compactMap(\.self) {
                membership.onCancel { order.withLock { $0.append(membership.label) } }
            }
            memberships[1]?.leave()
            group.cancel()
            group.cancel()
            for membership in memberships { membership?.leave(throwing: CancellationError()) }
        }
        #expect(order.withLock { $0 } == ["a", "c"])
        #expect(outcome.error is CancellationError)
        #expect(outcome.failures.map(\.label) == ["a", "c"])
        #expect(outcome.failures.allSatisfy { $0.reason == .cancelled })
    }

    @Test func `a cancel handler added to a cancelled request runs at once (P2)`() async throws {
        let cancelled = Locked<[String]>([])
        try await withRequestGroup(options: .tolerant) { group in
            let outerRequest = try #require(group.enter("outerRequest"))
            let subrequests = try [false, true].map { keepsCancelHandlers in
                try #require(
                    outerRequest.enterSubrequest("b", keepsCancelHandlers: keepsCancelHandlers)
                )
            }
            outerRequest.cancel()
            subrequests[0].onCancel { cancelled.withLock { $0.append("subrequest") } }
            subrequests[1].onCancel {
                cancelled.withLock { $0.append("subrequest cancelled alone") }
            }
            outerRequest.onCancel { cancelled.withLock { $0.append("outerRequest") } }
            #expect(cancelled.withLock { $0 } == ["subrequest", "outerRequest"])
            outerRequest.cancel()
            for membership in subrequests + [outerRequest] { membership.leave() }
        }
        #expect(cancelled.withLock { $0 } == ["subrequest", "outerRequest"])
    }

    @Test func `a handler added after cancelling cancels its request (P1, P2)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let request = group.enter("request")
            group.cancel()
            request?.onCancel { request?.leave(throwing: ClientError("-999")) }
        }
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test func `a group opened in a cancelled task is cancelled at once (P2)`() async throws {
        let started = Gate()
        let task = Task {
            await started.waitUntilOpen()
            return try await withRequestGroup { $0.isCancelled }
        }
        task.cancel()
        started.open()
        #expect(try await task.value)
    }

    @Test func `a group cancelled after its last success returns its value (P2)`() async throws {
        let value = try await withRequestGroup { group in
            group.enter("request")?.leave()
            group.cancel()
            return 42
        }
        #expect(value == 42)
    }
}

@Suite struct `The deadline of a group` {
    @Test func `an optional request's timeout does not make its group time out (P1, P3)`() async {
        let outcome = await withRequestGroupOutcome { group in
            let optional = group.enter("analytics", isOptional: true)
            group.enter("a")?.leave(throwing: ClientError("no"))
            group.cancel(.deadline)
            withExtendedLifetime(optional) {}
        }
        #expect(outcome.failures.map(\.reason) == [.timedOut, .failed])
        #expect((outcome.error as? RequestGroupError)?.code == .requestsFailed)
    }

    @Test func `a new cancel handler of an overdue membership runs at once (P3)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let isCancelled = Locked(false)
            let memberships = [
                try #require(group.enter("request")), try #require(group.hold(isHidden: true)),
            ]
            #expect(memberships.map(\.isOverdue) == [false, false])
            group.cancel(.deadline)
            #expect(memberships.map(\.isOverdue) == [true, true])
            memberships[0].onCancel { isCancelled.withLock { $0 = true } }
            #expect(isCancelled.withLock { $0 })
        }
    }

    @Test func `a deadline after cancelling times out both outstanding and new requests (P3)`() {
        let group = RequestGroup(opening: "page", options: [])
        let request = group.enter("request")
        request?.onCancel {}
        for reason in [CancellationReason.requested, .deadline] { group.cancel(reason) }
        #expect(group.admit(.text("late"), isOptional: false)?.rejection == .deadline)
        group.close(bodyThrew: false)
        #expect(group.failures.map(\.reason) == [.timedOut, .timedOut])
        withExtendedLifetime(request) {}
    }

    @Test func `a cancelled operation is cancelled again at the deadline (P3)`() async throws {
        let reasons = Locked([CancellationReason]())
        try await withRequestGroup(options: .tolerant) { group in
            let request = try #require(group.enter("request"))
            request.add(.cancellingOperation { reason in reasons.withLock { $0.append(reason) } })
            group.cancel()
            group.cancel(.deadline)
            withExtendedLifetime(request) {}
        }
        #expect(reasons.withLock { $0 } == [.requested, .deadline])
    }
}
