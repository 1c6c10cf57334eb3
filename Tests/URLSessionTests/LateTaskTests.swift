import Foundation
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A session that is invalidated while requests have yet to make their tasks, which ends the process where
/// the task is made all the same.
@Suite(.timeLimit(.ordinary))
struct `A session that is invalidated before a task is made` {
    let server = StubServer()
    let started = Journal<Void>()
    let recorder = EventRecorder()
    let gate = Gate()

    /// How a request comes to make its task late.
    enum Delay: CaseIterable {
        case adapter, limit
    }

    private func session(_ delay: Delay) -> InterceptingClient<URLSession> {
        let waiting = PipelineAdapter.atStart { [started, gate] request, _ in
            started.append(())
            await gate.opened()
            return request
        }
        return server.session(
            delegate: nil,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) },
            pipeline: delay == .adapter ? RequestPipeline(adapters: [waiting]) : nil
        )
    }

    /// Issues a request, and returns when it waits; the journal gets how it ended.
    private func load(
        _ session: InterceptingClient<URLSession>,
        _ delay: Delay,
        hasHandler: Bool,
        _ ends: Journal<String>
    ) async throws {
        let url = try server.url("late")
        if hasHandler {
            session.dataTask(with: url) { data, _, error in
                ends.append(data == nil ? "\((error as? URLError)?.code == .cancelled)" : "ok")
            }
            .resume()
        } else {
            Task {
                try await withRequestGroup(options: .tolerant, .observer(recorder)) {
                    do {
                        _ = try await session.data(from: url)
                        ends.append("ok")
                    } catch {
                        ends.append("\((error as? URLError)?.code == .cancelled)")
                    }
                }
            }
            if delay == .limit { await recorder.happened(.waiting) }
        }
        if delay == .adapter { _ = await started.first(1) }
    }

    @Test(arguments: Delay.allCases, [true, false])
    func `tasks that are yet to be made are tasks that it finishes (I1)`(
        delay: Delay,
        hasHandler: Bool
    ) async throws {
        let (session, ends) = (session(delay), Journal<String>())
        try await keepingBusy(session, delay) {
            try await load(session, delay, hasHandler: hasHandler, ends)
            session.finishTasksAndInvalidate()
        }
        if delay == .limit { try await server.answer("first") }
        try await server.answer("late")
        #expect(await ends.first(1) == ["ok"])
    }

    @Test(arguments: Delay.allCases, [true, false])
    func `tasks that are yet to be made are tasks that it cancels (I1)`(
        delay: Delay,
        hasHandler: Bool
    ) async throws {
        let (session, ends) = (session(delay), Journal<String>())
        try await keepingBusy(session, delay) {
            try await load(session, delay, hasHandler: hasHandler, ends)
            session.invalidateAndCancel()
        }
        #expect(await ends.first(1) == ["true"])
        // A task that has been made is the session's to cancel, which may be a moment after it has its slot.
        if delay == .adapter { #expect(!server.arrived.entries.contains("late")) }
    }

    @Test(arguments: [true, false])
    func `a request cancelled while it is adapted does not delay invalidating (I1)`(
        hasHandler: Bool
    ) async throws {
        let delegate = InvalidationRecorder()
        let waiting = PipelineAdapter.atStart { [started, gate] request, _ in
            started.append(())
            await gate.opened()
            return request
        }
        let session = server.session(
            delegate: delegate,
            pipeline: RequestPipeline(adapters: [waiting])
        )
        let ends = Journal<String>()
        try await withRequestGroup(options: .tolerant) { group in
            try await load(session, .adapter, hasHandler: hasHandler, ends)
            group.cancel()
        }
        #expect(await ends.first(1) == ["true"])
        session.finishTasksAndInvalidate()
        // The adapter heeds nothing, and still waits.
        _ = await delegate.invalidated.first(1)
        gate.open()
    }

    @Test
    func `invalidated on other threads while tasks are made, it lets each request end once (I1)`()
        async throws
    {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) else { return }
        for round in 0..<60 {
            let (server, gate) = (StubServer(isAnswering: true), Gate())
            let waiting = PipelineAdapter.atStart { request, _ in
                await gate.opened()
                return request
            }
            let session = server.session(
                delegate: round.isMultiple(of: 2) ? DelegateRecorder() : nil,
                settings: InterceptionSettings {
                    $0.limiter = round.isMultiple(of: 3) ? RequestLimiter(limit: 2) : nil
                },
                pipeline: RequestPipeline(adapters: [waiting])
            )
            let (url, ends) = (try server.url("a"), Journal<Bool>())
            for _ in 0..<4 {
                // Immediate: all have been issued when the session is invalidated.
                Task.immediate { ends.append((try? await session.data(from: url)) != nil) }
                session.dataTask(with: url) { data, _, _ in ends.append(data != nil) }.resume()
                session.send(URLRequest(url: url)) { ends.append($0.reportedFailure == nil) }
            }
            let isCancelled = !round.isMultiple(of: 5)
            Thread.detachNewThread { gate.open() }
            Thread.detachNewThread {
                isCancelled ? session.invalidateAndCancel() : session.finishTasksAndInvalidate()
            }
            Thread.detachNewThread { session.finishTasksAndInvalidate() }
            let all = await ends.first(12)
            if !isCancelled { #expect(all.allSatisfy { $0 }) }
            #expect(ends.entries.count == 12)
        }
    }

    @Test func `invalidating finishes a late request that waits in the enclosing group (C5, I1)`()
        async throws
    {
        let (session, ends) = (InterceptingClient(server.session()), Journal<String>())
        try await withRequestGroup(options: .limit(1), .observer(recorder)) {
            session.dataTask(with: try server.url("first")) { _, _, _ in }.resume()
            await server.arrived.contains("first")
            let completed = try await withRequestGroup { $0 }
            let url = try server.url("late")
            completed.run {
                _ = Task { ends.append((try? await session.data(from: url)) == nil ? "no" : "ok") }
            }
            await recorder.happened(.waiting)
            session.finishTasksAndInvalidate()
            // What the session was told it has done by now.
            await session.knowsItsTasks()
            try await server.answer("first")
            try await server.answer("late")
        }
        #expect(await ends.first(1) == ["ok"])
    }

    @Test(arguments: [true, false])
    func `the bare session may be invalidated while awaited requests wait for a permit`(
        isCancelled: Bool
    ) async throws {
        let (session, ends) = (session(.limit), Journal<String>())
        try await keepingBusy(session, .limit) {
            try await load(session, .limit, hasHandler: false, ends)
            if isCancelled {
                session.base.invalidateAndCancel()
            } else {
                session.base.finishTasksAndInvalidate()
                await session.knowsItsTasks()
            }
        }
        if !isCancelled {
            try await server.answer("first")
            try await server.answer("late")
        }
        #expect(await ends.first(1) == [isCancelled ? "true" : "ok"])
    }

    @Test func `cancelling a request that awaits its permit leaves no task in the session`()
        async throws
    {
        let delegate = InvalidationRecorder()
        let session = server.session(
            delegate: delegate,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        )
        let ends = Journal<String>()
        try await withRequestGroup(options: .tolerant) { group in
            try await keepingBusy(session, .limit) {
                try await load(session, .limit, hasHandler: false, ends)
                group.cancel()
            }
        }
        #expect(await ends.first(1) == ["true"])
        session.base.finishTasksAndInvalidate()
        _ = await delegate.invalidated.first(1)
    }

    @Test func `a session without waiting requests is invalidated at once (I1)`() async throws {
        let delegate = DelegateRecorder()
        let session = server.session(delegate: delegate)
        session.finishTasksAndInvalidate()
        session.invalidateAndCancel()
        let others = server.session(delegate: nil)
        async let loaded = others.data(from: try server.url("a"))
        try await server.answer("a")
        _ = try await loaded
        #expect(await delegate.told.first(1) == ["invalid in none"])
    }

    /// Lets requests wait until the body has returned: for the slot of another, or for the adapter.
    private func keepingBusy(
        _ session: InterceptingClient<URLSession>,
        _ delay: Delay,
        _ body: () async throws -> Void
    ) async throws {
        if delay == .limit {
            session.dataTask(with: try server.url("first")) { _, _, _ in }.resume()
            await server.arrived.contains("first")
        }
        try await body()
        gate.open()
    }
}

/// A delegate that hears of the end of its session.
private final class InvalidationRecorder: NSObject, URLSessionTaskDelegate, Sendable {
    let invalidated = Journal<Void>()

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        invalidated.append(())
    }
}
