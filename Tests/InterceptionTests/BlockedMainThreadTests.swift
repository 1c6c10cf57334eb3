@testable import Interception
@testable import InterceptionTestSupport

/// A main thread that waits in a semaphore for a group, whose callbacks or completion need the main thread.
///
/// Each test blocks the main thread of a new process, where no other test needs that thread.
@Suite(.timeLimit(.ordinary)) struct `A main thread that waits for a group` {
    #if os(macOS) || os(Linux)
    @Test func `onStall reports a completion handler that waits for the main queue`() async {
        await #expect(processExitsWith: .success) { try await BlockedMainThread().hasCompletion() }
    }

    @Test func `a group recognizes the main queue`() {
        #expect(MainQueue.isEqual(to: .main))
        #expect(!MainQueue.isEqual(to: .global()))
    }

    @Test func `onStall reports a callback that waits for the main queue`() async {
        await #expect(processExitsWith: .success) { try await BlockedMainThread().hasRequest() }
    }

    #if DEBUG
    @Test func `without onStall the debug console reports a blocked main thread`() async {
        await #expect(processExitsWith: .success) { try await BlockedMainThread().hasNoOption() }
    }
    #endif
    #endif

    @Test @MainActor func `a completion handler that runs in time is not a stall`() async {
        let (clock, isCompleted, stalls) = (ManualClock(), Gate(), Journal<RequestGroupStall>())
        let option = RequestGroupOption.onStall(after: .seconds(10), clock: clock) {
            stalls.append($0)
        }
        withRequestGroup("page", options: option, .mayBeEmpty) {
        } completion: { _ in
            isCompleted.open()
        }
        await isCompleted.waitUntilOpen()
        await clock.waitUntilAwake()
        clock.advance(by: .seconds(60))
        #expect(stalls.entries.isEmpty)
    }
}

@MainActor private final class BlockedMainThread {
    private let stalls = Journal<RequestGroupStall>()
    private let isReported = DispatchSemaphore(value: 0)
    private let isCompleted = Gate()

    private var option: RequestGroupOption {
        .onStall(after: .milliseconds(1)) { [stalls, isReported] stall in
            stalls.append(stall)
            isReported.signal()
        }
    }

    private func blockUntilReported() { isReported.wait() }

    func hasCompletion() async throws {
        withRequestGroup("page", options: option, .mayBeEmpty) {
        } completion: { [isCompleted] _ in
            isCompleted.open()
        }
        blockUntilReported()
        try #require(!isCompleted.isOpen)
        let stall = try #require(stalls.entries.first)
        try #require(stall.isMainThreadBlocked && stall.outstanding.isEmpty && !stall.isBodyRunning)
        let text = stall.description
        try #require(text.contains(" for its completion handler\nThe main thread is blocked"))
        await isCompleted.waitUntilOpen()
        try #require(stalls.entries.count == 1)
    }

    func hasRequest() async throws {
        let client = ManualClient()
        withRequestGroup("page", options: option) {
            InterceptingClient(client).get("a")
        } completion: { [isCompleted] _ in
            isCompleted.open()
        }
        blockUntilReported()
        let stall = try #require(stalls.entries.first)
        try #require(stall.isMainThreadBlocked && stall.outstanding.count == 1)
        try #require(stall.description.contains("The main thread is blocked"))
        try client.succeed("a")
        await isCompleted.waitUntilOpen()
        try #require(stalls.entries.count == 1)
    }

    #if DEBUG
    func hasNoOption() throws {
        let console = ConsoleRecorder(groupName: "blocked")
        let group = RequestGroup(opening: "blocked", options: [.mayBeEmpty])
        let timer = group.watchMainThread(every: .milliseconds(1))
        console.blockUntilReported()
        timer.cancel()
        let message =
            "The completion of group “blocked” has not been called after 5 seconds. The main thread is blocked, so no "
            + "callback and no completion runs on the main queue. If it waits for this group, in a semaphore or a "
            + "DispatchGroup, move the code that follows into the completion of the group."
        try #require(console.messages == [message])
    }
    #endif
}
