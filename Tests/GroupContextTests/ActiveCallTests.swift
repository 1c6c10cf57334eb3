@testable import GroupContext

/// An active call is a request that its client is performing on the current thread.
@Suite(.timeLimit(.ordinary)) struct `The stack of active calls` {
    private final class Client: Sendable {}

    @Test func `a chain of operations does not grow the stack of active calls`() async throws {
        let (depths, ended) = (Locked([Int]()), Gate())
        let client = ObjectIdentifier(Client.self)
        @Sendable func round(_ number: Int) async {
            guard let request = RequestGroup.current?.enter("\(number)") else {
                return ended.open()
            }
            await request.withActiveOperation(of: client) {
                depths.withLock { $0.append(ActiveCalls.capture()?.all.map { $0 }.count ?? 0) }
            }
            request.leave()
            if number == 200 { return ended.open() }
            await request.withActiveOperation(of: client) { _ = Task { await round(number + 1) } }
        }
        try await withRequestGroup {
            await round(0)
            await ended.waitUntilOpen()
        }
        #expect(depths.withLock { $0.count } == 201)
        #expect(depths.withLock { $0.max() ?? 0 } <= 3)
    }

    @Test func `a snapshot of the active calls retains no request`() async throws {
        weak var kept: Membership?
        var context: ActiveCalls?
        try await withRequestGroup(options: .tolerant) { group in
            let request = group.enter("request")
            kept = request
            request?.withActiveCall(of: ObjectIdentifier(Client.self)) {
                context = ActiveCalls.capture()
            }
        }
        #expect(context != nil)
        #expect(kept == nil)
    }

    @Test func `another client's operation hides no active call (M7, O4)`() async throws {
        final class OtherClient: Sendable {}
        let (client, other) = (ObjectIdentifier(Client.self), ObjectIdentifier(OtherClient.self))
        try await withRequestGroup { group in
            let (outer, inner) = (group.enter("outer"), group.enter("inner"))
            await outer?.withActiveOperation(of: client) {
                #expect(ActiveCalls.hasOperation)
                await inner?.withActiveOperation(of: other) {
                    #expect(ActiveCalls.current(of: client, in: group) === outer)
                    #expect(ActiveCalls.innermost === inner)
                    inner?.leave()
                    #expect(ActiveCalls.innermost === outer)
                }
            }
            outer?.leave()
        }
    }
}
