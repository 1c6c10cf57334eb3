@testable import GroupContext

@Suite struct `A request whose handle exists before the request enters` {
    private let asked = Locked(0)
    private let cancelled = Locked([Bool]())

    @Test(arguments: [true, false])
    func `a label is built once, and only for observers (I2)`(isObserved: Bool) async throws {
        let recorder = EventRecorder()
        let option = isObserved ? RequestGroupOption.observer(recorder) : .combining([])
        try await withRequestGroup(options: option) { group in
            try enter(group, Handle()).membership.leave()
        }
        #expect(asked.withLock { $0 } == (isObserved ? 1 : 0))
        #expect(recorder.lines.contains { $0.contains("GET feed") } == isObserved)
    }

    @Test func `cancelling a group, then its request, cancels the handle once (P2)`() async throws {
        let handle = Handle()
        try await withRequestGroup(options: .tolerant) { group in
            try enter(group, handle).membership.leave()
            let membership = try enter(group, handle).membership
            group.cancel()
            group.cancel(.deadline)
            membership.cancel()
            membership.leave(throwing: CancellationError())
        }
        #expect(cancelled.withLock { $0 } == [true])
    }

    @Test func `cancelling a request by its handle spares its subrequests (P2)`() async throws {
        let (handle, runs) = (Handle(), Locked(0))
        try await withRequestGroup(options: .tolerant) { group in
            let outerRequest = try enter(group, handle).membership
            let subrequest = try #require(outerRequest.enterSubrequest("", isCancelledAlone: false))
            subrequest.onCancel { runs.withLock { $0 += 1 } }
            group.cancel()
            subrequest.leave()
            outerRequest.leave()
        }
        #expect(cancelled.withLock { $0 } == [true])
        #expect(runs.withLock { $0 } == 0)
    }

    @Test func `a cancel handler gets nil instead of a released handle (P2)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let membership = try enter(group, Handle()).membership
            group.cancel()
            membership.leave()
        }
        #expect(cancelled.withLock { $0 } == [false])
    }

    @Test func `a request that enters a cancelled group is cancelled once (P2)`() async throws {
        let handle = Handle()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let (membership, rejection) = try enter(group, handle)
            #expect(rejection != nil)
            #expect(membership.isCancelledByHandle)
            membership.cancelByHandle()
            membership.cancelByHandle()
            group.cancel(.deadline)
            membership.leave(throwing: CancellationError())
        }
        #expect(cancelled.withLock { $0 } == [true])
    }

    private func enter(
        _ group: RequestGroup,
        _ handle: Handle
    ) throws -> (membership: Membership, rejection: CancellationReason?) {
        let (asked, cancelled) = (asked, cancelled)
        let label: RequestHandle.Label = {
            asked.withLock { $0 += 1 }
            return "GET feed"
        }
        let cancel: RequestHandle.Cancel = { handle, _, _ in
            cancelled.withLock { $0.append(handle != nil) }
        }
        let entry = group.admit(
            label,
            isOptional: false,
            handle: RequestHandle(handle, cancel: cancel)
        )
        return try #require(entry)
    }
}

private final class Handle: Sendable {}
