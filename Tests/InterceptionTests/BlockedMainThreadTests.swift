import Foundation
import GroupContext
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// A main thread that waits in a semaphore for a group, whose callbacks or completion need the main thread.
@Suite(.timeLimit(.ordinary)) struct `A main thread that waits for a group` {
    private let stalls = Locked([RequestGroupStall]())
    private let isReported = DispatchSemaphore(value: 0)

    private var option: RequestGroupOption {
        .onStall(after: .milliseconds(1)) { [stalls, isReported] stall in
            stalls.withLock { $0.append(stall) }
            isReported.signal()
        }
    }

    /// Blocks the main thread.
    private func waitForReport() throws {
        try #require(isReported.wait(timeout: .now() + 120) == .success)
    }

    @Test @MainActor func `a completion handler that waits for a blocked main queue is reported`()
        async throws
    {
        let isCompleted = Gate()
        withRequestGroup("page", options: option, .mayBeEmpty) {
        } completion: { _ in
            isCompleted.open()
        }
        try waitForReport()
        #expect(!isCompleted.isOpen)
        let stall = try #require(stalls.withLock(\.first))
        #expect(stall.isMainThreadBlocked && stall.outstanding.isEmpty && !stall.isBodyRunning)
        let text = stall.description
        #expect(text.contains(" for its completion handler\nThe main thread is blocked"), "\(text)")
        await isCompleted.opened()
        #expect(stalls.withLock(\.count) == 1)
    }

    #if DEBUG
    @Test @MainActor
    func `without the option a blocked main thread is reported on the debug console`() {
        let console = ConsoleRecorder(groupName: "blocked")
        let group = RequestGroup(opening: "blocked", options: [.mayBeEmpty])
        let timer = group.watchMainThread(every: .milliseconds(1))
        for _ in 0..<12_000 where console.messages.isEmpty { Thread.sleep(forTimeInterval: 0.01) }
        timer.cancel()
        let message =
            "The completion of group “blocked” has not been called after 5 seconds. The main thread is blocked, so no "
            + "callback and no completion runs on the main queue. If it waits for this group, in a semaphore or a "
            + "DispatchGroup, move the code that follows into the completion of the group."
        #expect(console.messages == [message])
    }
    #endif

    @Test @MainActor func `a callback that waits for a blocked main queue is reported`()
        async throws
    {
        let (client, isCompleted) = (ManualClient(), Gate())
        withRequestGroup("page", options: option) {
            InterceptingClient(client).get("a")
        } completion: { _ in
            isCompleted.open()
        }
        try waitForReport()
        let stall = try #require(stalls.withLock(\.first))
        #expect(stall.isMainThreadBlocked && stall.outstanding.count == 1)
        #expect(stall.description.contains("The main thread is blocked"))
        try client.succeed("a")
        await isCompleted.opened()
        #expect(stalls.withLock(\.count) == 1)
    }

    @Test @MainActor func `a completion handler that runs in time is not reported`() async {
        let (clock, isCompleted) = (ManualClock(), Gate())
        let option = RequestGroupOption.onStall(after: .seconds(10), clock: clock) {
            [stalls] stall in
            stalls.withLock { $0.append(stall) }
        }
        withRequestGroup("page", options: option, .mayBeEmpty) {
        } completion: { _ in
            isCompleted.open()
        }
        await isCompleted.opened()
        await clock.awake()
        clock.advance(by: .seconds(60))
        #expect(stalls.withLock(\.isEmpty))
    }
}
