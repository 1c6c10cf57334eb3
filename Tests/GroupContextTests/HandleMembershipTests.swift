import TestSupport
import Testing

@testable import GroupContext

@Suite struct `A request that has its handle before it enters` {
    private let asked = Locked(0)
    private let cancelled = Locked([Bool]())

    @Test func `a label is built only when it is read (I2)`() async throws {
        try await withRequestGroup { group in
            try enter(group, Handle()).membership.leave()
        }
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func `a label is built once in an observed group (I2)`() async throws {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .observer(recorder)) { group in
            try enter(group, Handle()).membership.leave()
        }
        #expect(asked.withLock { $0 } == 1)
        #expect(recorder.lines.contains { $0.contains("GET feed") })
    }

    @Test func `a lost request is reported by its label (C3)`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in _ = try enter(group, Handle()) }
        }
        #expect(error?.failures.map(\.label) == ["GET feed"])
        #expect(error?.failures.map(\.reason) == [.lostCallback])
    }

    @Test func `cancelling cancels a request once, through its handle (P2)`() async throws {
        let handle = Handle()
        try await withRequestGroup(options: .tolerant) { group in
            let membership = try enter(group, handle).membership
            group.cancel()
            group.cancel(.deadline)
            membership.cancel()
            membership.leave(throwing: CancellationError())
        }
        #expect(cancelled.withLock { $0 } == [true])
    }

    @Test func `cancelling a request with a cancel handler leaves its subrequests alone (P2)`()
        async throws
    {
        let (handle, parts) = (Handle(), Locked(0))
        try await withRequestGroup(options: .tolerant) { group in
            let whole = try enter(group, handle).membership
            let part = try #require(whole.enterPart(isCancelledAlone: false))
            part.onCancel { parts.withLock { $0 += 1 } }
            group.cancel()
            part.leave()
            whole.leave()
        }
        #expect(cancelled.withLock { $0 } == [true])
        #expect(parts.withLock { $0 } == 0)
    }

    @Test func `a request without its handle reports that when it is cancelled (P2)`() async throws
    {
        try await withRequestGroup(options: .tolerant) { group in
            let membership = try enter(group, Handle()).membership
            group.cancel()
            membership.leave()
        }
        #expect(cancelled.withLock { $0 } == [false])
    }

    @Test func `a request that has left is not cancelled (P2)`() async throws {
        let handle = Handle()
        try await withRequestGroup(options: .tolerant) { group in
            try enter(group, handle).membership.leave()
            group.cancel()
        }
        #expect(cancelled.withLock { $0 }.isEmpty)
    }

    @Test
    func `entering a cancelled group is rejected, and the caller cancels the request once (P2)`()
        async throws
    {
        let handle = Handle()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let (membership, refusal) = try enter(group, handle)
            #expect(refusal != nil)
            #expect(membership.isCancelledByHandle)
            membership.cancelRefused()
            membership.cancelRefused()
            group.cancel(.deadline)
            membership.leave(throwing: CancellationError())
        }
        #expect(cancelled.withLock { $0 } == [true])
    }

    private func enter(
        _ group: RequestGroup,
        _ handle: Handle
    ) throws -> (membership: Membership, refusal: GroupCancellation?) {
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
