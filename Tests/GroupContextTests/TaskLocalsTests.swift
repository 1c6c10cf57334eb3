import TestSupport
import Testing

@testable import GroupContext

@Suite(.timeLimit(.ordinary)) struct `Task-locals of a call site` {
    @TaskLocal static var local = "none"

    @Test func `captured task-locals are bound wherever the closure runs, and only there (S6)`()
        async throws
    {
        let seen = Locked([String]())
        let locals = Self.$local.withValue("issued") { TaskLocals() }
        let run = { @Sendable in locals.run { seen.withLock { $0.append(Self.local) } } }
        try await OwnThread(run).ended()
        let again = Self.$local.withValue("issued") { TaskLocals() }
        // Inside another task, whose own come back.
        Self.$local.withValue("mine") {
            again.run { seen.withLock { $0.append(Self.local) } }
            seen.withLock { $0.append(Self.local) }
        }
        #expect(seen.withLock { $0 } == ["issued", "issued", "mine"])
    }

    @Test func `run every closure, the first of them with the task-locals`() {
        let seen = Locked([String]())
        let locals = Self.$local.withValue("issued") { TaskLocals() }
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
            let locals = Kept.$object.withValue(object) { TaskLocals() }
            withExtendedLifetime(locals) {}
        }
        #expect(released == nil)
    }
}
