@testable import InterceptionTestSupport

/// Each row of the table in the article *Where the group goes*.
@Suite(.timeLimit(.ordinary)) struct `Where the group goes` {
    @Test(arguments: Place.reached)
    func `the group is current wherever its body runs (S1)`(place: Place) async throws {
        #expect(try await nameSeen(at: place) == "page")
    }

    @Test(arguments: Place.lost, [true, false])
    func `on another queue, on a thread and in a detached task a group is current if captured (S3)`(
        place: Place,
        isCaptured: Bool
    ) async throws {
        let name = try await nameSeen(at: place, isCaptured: isCaptured)
        #expect(name == (isCaptured ? "page" : nil))
    }

    private func nameSeen(at place: Place, isCaptured: Bool = false) async throws -> String? {
        let names = Journal<String?>()
        return try await withRequestGroup("page") {
            let note: @Sendable () -> Void = { names.append(RequestGroup.current?.name) }
            try await place.run(isCaptured ? CapturedGroup.capturing { note() } : note)
            return await names.waitForFirst(1)[0]
        }
    }
}

enum Place: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case body, nestedFunction, afterAwait, asyncLet, addTask, task, taskOnMainActor, queueSync
    case queueAsync, queueAfter, groupNotify, operation, thread, detachedTask, unwrappedCallback

    static let lost: [Self] = [
        .queueAsync, .queueAfter, .groupNotify, .operation, .thread, .detachedTask,
        .unwrappedCallback,
    ]
    static let reached = allCases.filter { !lost.contains($0) }

    var testDescription: String { rawValue }

    func run(_ note: @escaping @Sendable () -> Void) async throws {
        let queue = DispatchQueue(label: "elsewhere")
        switch self {
        case .body: note()
        case .nestedFunction: withoutActuallyEscaping(note) { $0() }
        case .afterAwait:
            await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
            note()
        case .asyncLet:
            async let child: Void = note()
            await child
        case .addTask: await withTaskGroup { tasks in tasks.addTask { note() } }
        case .task: Task { note() }
        case .taskOnMainActor: Task { @MainActor in note() }
        case .queueSync: queue.sync { note() }
        case .queueAsync: queue.async { note() }
        case .queueAfter: queue.asyncAfter(deadline: .now()) { note() }
        case .groupNotify: DispatchGroup().notify(queue: queue) { note() }
        case .operation: OperationQueue().addOperation { note() }
        case .thread: Thread.detachNewThread { note() }
        case .detachedTask: Task.detached { note() }
        case .unwrappedCallback:
            let client = ManualClient()
            client.get("a", success: { _ in note() }, failure: nil)
            let call = try client.take("a")
            queue.async { call.succeed() }
        }
    }
}
