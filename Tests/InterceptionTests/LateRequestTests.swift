@testable import InterceptionTestSupport

/// Requests that are issued in a completed group, while an enclosing group is open.
@Suite struct `Late requests` {
    let client = NestingClient()
    let recorder = EventRecorder()

    /// Runs the closure in a group that has completed, inside an open group.
    private func late(
        outer options: RequestGroupOption = .combining([]),
        inner: RequestGroupOption = .combining([]),
        _ issue: (_ outer: RequestGroup) async throws -> Void
    ) async throws {
        try await withRequestGroup("outer", options: options, .observer(recorder)) { outer in
            let completed = Gate()
            var captured: CapturedGroup?
            withRequestGroup("inner", options: inner, queue: .global()) {
                captured = CapturedGroup()
            } completion: { (_: Result<Void, any Error>) in
                completed.open()
            }
            // The first run lets the group complete, so requests of later runs are late.
            captured?.run {}
            await completed.waitUntilOpen()
            // The inner group leaves the outer group after its completion has returned.
            await yieldWhile { !outer.outstanding.isEmpty }
            try await captured?.run { try await issue(outer) }
        }
    }

    @Test func `late requests wait for a permit of their new group (C5, P4)`() async throws {
        try await late(outer: .limit(1)) { outer in
            client.get("a", through: [.callbacks]) { _ in }
            client.get("b", through: [.callbacks]) { _ in }
            #expect(client.base.started.entries == ["a"])
            try client.base.succeed("a")
            try client.base.succeed("b")
            #expect(outer.progress == GroupProgress(finished: 2, total: 2))
        }
    }

    @Test func `late requests entered by hand join the nearest open group (C5)`() async throws {
        try await late(outer: .limit(2)) { outer in
            let membership = RequestGroup.current?.enter("by hand")
            #expect(membership?.group === outer)
            #expect(outer.limiter?.inFlight == 1)
            membership?.leave()
        }
    }
}
