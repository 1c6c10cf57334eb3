import TestSupport
import Testing

@testable import GroupContext

@Suite struct `A request that has its handle before it enters` {
    private let asked = Locked(0)
    private let cancelled = Locked([Bool]())

    @Test func `I2: makes no label unless somebody asks for it`() async throws {
        try await withRequestGroup { group in
            try enter(group, Handle()).membership.leave()
        }
        #expect(asked.withLock { $0 } == 0)
    }

    @Test func `I2: makes its label once where the group is observed`() async throws {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .observer(recorder)) { group in
            try enter(group, Handle()).membership.leave()
        }
        #expect(asked.withLock { $0 } == 1)
        #expect(recorder.lines.contains { $0.contains("GET feed") })
    }

    @Test func `C3: is lost by its label`() async throws {
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup { group in _ = try enter(group, Handle()) }
        }
        #expect(error?.failures.map(\.label) == ["GET feed"])
        #expect(error?.failures.map(\.reason) == [.lostCallback])
    }

    @Test func `P2: is cancelled once, by its handle`() async throws {
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

    @Test func `P2: is cancelled with its parts left alone, as it has an action of its own`()
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

    @Test func `P2: keeps no handle, and says so when it is cancelled`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            let membership = try enter(group, Handle()).membership
            group.cancel()
            membership.leave()
        }
        #expect(cancelled.withLock { $0 } == [false])
    }

    @Test func `P2: is not cancelled when it has left`() async throws {
        let handle = Handle()
        try await withRequestGroup(options: .tolerant) { group in
            try enter(group, handle).membership.leave()
            group.cancel()
        }
        #expect(cancelled.withLock { $0 }.isEmpty)
    }

    @Test func `P2: is refused in a cancelled group, and cancelled by whoever entered it, once`()
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
