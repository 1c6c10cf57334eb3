@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `Task-locals of a call site` {
    @TaskLocal static var local = "none"

    @Test func `captured task-locals are bound only while the closure runs (S6)`() async throws {
        let seen = Locked([String]())
        let locals = Self.$local.withValue("issued") { TaskLocalSnapshot() }
        let run = { @Sendable in locals.run { seen.withLock { $0.append(Self.local) } } }
        try await OwnThread(run).waitUntilEnded()
        let again = Self.$local.withValue("issued") { TaskLocalSnapshot() }
        // The closure runs in another task, whose own task-locals are restored afterwards.
        Self.$local.withValue("mine") {
            again.run { seen.withLock { $0.append(Self.local) } }
            seen.withLock { $0.append(Self.local) }
        }
        #expect(seen.withLock { $0 } == ["issued", "issued", "mine"])
    }

    @Test func `only the first of two closures run by a snapshot has the task-locals`() {
        let seen = Locked([String]())
        let locals = Self.$local.withValue("issued") { TaskLocalSnapshot() }
        for _ in 0..<2 { locals.run { seen.withLock { $0.append(Self.local) } } }
        #expect(seen.withLock { $0 } == ["issued", "none"])
    }

    @Test func `captured task-locals are released if the closure never runs`() {
        final class Object: Sendable {}
        enum Kept { @TaskLocal static var object: Object? }
        weak var released: Object?
        do {
            let object = Object()
            released = object
            let locals = Kept.$object.withValue(object) { TaskLocalSnapshot() }
            withExtendedLifetime(locals) {}
        }
        #expect(released == nil)
    }
}
