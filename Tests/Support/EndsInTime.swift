import Dispatch
import GroupContext
package import Testing

/// Fails a test that does not end within `Gate.limit`, even if the thread of the test is blocked.
///
/// For tests that hang if the code is wrong, because nothing else ends the group or the call that they wait for.
package struct EndsInTime: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        // The issue needs the task-locals of the test, and a thread that runs no task.
        let taskLocals = Locked(Optional(TaskLocalSnapshot()))
        DispatchQueue.global().asyncAfter(deadline: .now() + Gate.limit) {
            taskLocals.withLock { $0.take() }?.run {
                Issue.record("The test does not end.", sourceLocation: test.sourceLocation)
            }
        }
        defer { taskLocals.withLock { $0 = nil } }
        try await function()
    }
}

extension Trait where Self == EndsInTime { package static var endsInTime: Self { Self() } }
