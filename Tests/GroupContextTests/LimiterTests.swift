@testable import GroupContext

extension RequestLimiter {
    fileprivate func acquire(
        _ priority: RequestPriority,
        orWait start: @escaping @Sendable () -> Void
    ) -> (permit: Permit, startsNow: Bool) {
        let permit = Permit(of: self, delaying: nil)
        return (permit, permit.acquire(for: WaitingRequest(start), priority))
    }
}

@Suite struct `The accounting of a limiter` {
    /// Acquires permits, and records by number which requests start.
    final class Line: Sendable {
        let limiter: RequestLimiter
        let started = Locked([Int]())
        private let permits = Locked([Permit]())
        /// An action that runs inside the start of a request.
        let duringStart = Locked<@Sendable (Int) -> Void>({ _ in })

        init(limit: Int) { limiter = RequestLimiter(limit: limit) }

        @discardableResult func acquire(_ priority: RequestPriority = .normal) -> Bool {
            let number = permits.withLock { $0.count }
            let (permit, startsNow) = limiter.acquire(priority) { [self] in
                started.withLock { $0.append(number) }
                duringStart.withLock { $0 }(number)
            }
            permits.withLock { $0.append(permit) }
            return startsNow
        }

        func acquireAtOnce() {
            let permit = limiter.acquireAtOnce().permit
            permits.withLock { $0.append(permit) }
        }

        func end(_ number: Int) { permits.withLock { $0[number] }.end() }

        /// Ends all permits, the last permit first: a waiting permit, its limiter and this object retain each other.
        func endAll() {
            for permit in permits.withLock({ $0 }).reversed() { permit.end() }
        }

        /// Returns the requests that have started since the last call.
        func takeStarted() -> [Int] {
            started.withLock { started in
                defer { started = [] }
                return started
            }
        }
    }

    @Test func `waiting requests start by priority (P4)`() {
        let line = Line(limit: 1)
        defer { line.endAll() }
        line.acquire()
        for priority in [RequestPriority.low, .normal, .high, .high, .low, .normal] {
            line.acquire(priority)
        }
        line.acquire(RequestPriority(rawValue: 5))
        line.duringStart.withLock { $0 = { [unowned line] in line.end($0) } }
        line.end(0)
        #expect(line.takeStarted() == [3, 4, 7, 2, 6, 1, 5])
        #expect(line.limiter.inFlight == 0)
    }

    @Test func `each of 200 waiting requests starts, in the order of issue (P4)`() {
        let line = Line(limit: 1)
        defer { line.endAll() }
        for _ in 0...200 { line.acquire() }
        line.duringStart.withLock { $0 = { [unowned line] in line.end($0) } }
        line.end(0)
        #expect(line.takeStarted() == Array(1...200))
    }

    @Test func `a request that ends during its start does not grow the stack (P4)`() {
        let line = Line(limit: 1)
        defer { line.endAll() }
        for _ in 0..<3 { line.acquire() }
        let seen = Locked([[Int]]())
        line.duringStart.withLock {
            $0 = { [unowned line] number in
                guard number == 1 else { return }
                line.end(1)
                seen.withLock { $0.append(line.started.withLock { $0 }) }
                #expect(line.limiter.inFlight == 1)
            }
        }
        line.end(0)
        #expect(seen.withLock { $0 } == [[1]])
        #expect(line.takeStarted() == [1, 2])
    }

    @Test func `a request that ends while waiting leaves the queue, and returns no permit (P4)`() {
        let line = Line(limit: 1)
        defer { line.endAll() }
        for _ in 0..<3 { line.acquire() }
        for _ in 1...2 { line.end(1) }
        #expect(line.limiter.inFlight == 1)
        #expect(line.limiter.waiting == 1)
        // Ending a permit again has no effect.
        for _ in 1...2 { line.end(0) }
        #expect(line.takeStarted() == [2])
        #expect(line.limiter.inFlight == 1)
    }

    @Test func `a request that cannot wait exceeds the limit, and the limiter counts it`() {
        let line = Line(limit: 1)
        defer { line.endAll() }
        line.acquireAtOnce()
        line.acquireAtOnce()
        let startsNow = line.acquire()
        #expect(!startsNow)
        #expect(line.limiter.inFlight == 2)
        line.end(0)
        #expect(line.takeStarted().isEmpty)
        line.end(1)
        #expect(line.takeStarted() == [2])
    }

    @Test func `a request that ends while it waits releases its start closure`() {
        let line = Line(limit: 1)
        defer { line.endAll() }
        line.acquire()
        weak var kept: Line?
        let permit: Permit
        do {
            let object = Line(limit: 1)
            kept = object
            permit = line.limiter.acquire(.normal) { object.acquire() }.permit
        }
        #expect(kept != nil)
        permit.end()
        #expect(kept == nil)
    }

    @Test(arguments: 0..<100)
    func `random schedules neither exceed the limit nor leave a permit idle (P4)`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...4, using: &random)
        let line = Line(limit: limit)
        defer { line.endAll() }
        // A third of the requests end during their start.
        line.duringStart.withLock { $0 = { [unowned line] in if $0 % 3 == 0 { line.end($0) } } }
        var (running, acquired, ended) = (Set<Int>(), 0, Set<Int>())
        var waiting = Set<Int>()
        while ended.count < 300 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where acquired < 300:
                let priority = RequestPriority(rawValue: Int.random(in: 0..<3, using: &random))
                if line.acquire(priority) {
                    running.insert(acquired)
                } else {
                    waiting.insert(acquired)
                }
                acquired += 1
            case 1:
                guard let number = waiting.sorted().randomElement(using: &random) else { continue }
                waiting.remove(number)
                ended.insert(number)
                line.end(number)
            default:
                guard let number = running.sorted().randomElement(using: &random) else { continue }
                running.remove(number)
                ended.insert(number)
                line.end(number)
            }
            for number in line.takeStarted() {
                let wasWaiting = waiting.remove(number) != nil
                #expect(wasWaiting)
                if number % 3 == 0 { ended.insert(number) } else { running.insert(number) }
            }
            #expect(line.limiter.inFlight == running.count)
            #expect(line.limiter.inFlight <= limit)
            #expect(line.limiter.waiting == waiting.count)
            #expect(waiting.isEmpty || running.count == limit)
        }
        #expect(line.limiter.inFlight == 0)
    }
}

@Suite struct `A limiter` {
    @Test func `a permit granted to a request that has left is returned at once (P4)`() {
        let (limiter, started) = (RequestLimiter(limit: 1), Locked(false))
        let group = RequestGroup(opening: "group", options: [.detached])
        let membership = group.enter("request")
        membership?.leave()
        membership?.add(.permit(limiter.acquireAtOnce().permit))
        #expect(limiter.inFlight == 0)
        let late = group.enter("late")
        group.cancel(.deadline)
        late?.add(.permit(limiter.acquireAtOnce().permit))
        #expect(limiter.inFlight == 0)
        let permit = limiter.acquireAtOnce().permit
        let waiting = limiter.acquire(.normal) { started.withLock { $0 = true } }.permit
        membership?.add(.permit(permit))
        #expect(started.withLock { $0 })
        waiting.end()
    }

    @Test func `a subrequest that exceeds the limit is not reported (M7, V2)`() async throws {
        let (limiter, recorder) = (RequestLimiter(limit: 1), EventRecorder())
        try await withRequestGroup(options: .observer(recorder)) { group in
            let request = try #require(group.enter("request"))
            let subrequest = try #require(request.enterSubrequest("b", keepsCancelHandlers: false))
            for membership in [request, subrequest] { membership.takePermitAtOnce(of: limiter) }
            #expect(limiter.inFlight == 2)
            for membership in [subrequest, request] { membership.leave() }
        }
        #expect(recorder.events.map(\.kind) == [.opened, .entered, .left, .completed])
    }

    @Test func `a limiter has a limit of five by default`() { #expect(RequestLimiter().limit == 5) }

    @Test func `a permit returned while the next waiting request ends is not lost (P4)`() {
        for round in 0..<5_000 {
            let limiter = RequestLimiter(limit: 1)
            let running = limiter.acquire(.normal) {}.permit
            let waiting = limiter.acquire(.normal) {}.permit
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { running.end() } else { waiting.end() }
            }
            guard limiter.inFlight == 0, limiter.waiting == 0 else {
                Issue.record("round \(round): \(limiter.inFlight) permits are in use")
                return
            }
        }
    }
}

#if DEBUG && (os(macOS) || os(Linux))
@Suite struct `The message about an exceeded limit` {
    @Test func `the message about an exceeded limit names its group or client (V2)`() async {
        // In a process of its own, because the console reports each mistake once.
        await #expect(processExitsWith: .success) {
            let messages = Locked<[String]>([])
            DebugConsole.output.withLock { output in
                output = { message in messages.withLock { $0.append(message) } }
            }
            let group = RequestGroup(opening: "page", options: [.limit(1)])
            let limiterOfClient = RequestLimiter(limit: 1)
            for membership in ["first", "second"].map({ group.enter($0) }) {
                membership?.takePermitAtOnce(of: limiterOfClient)
            }
            group.close(bodyThrew: false)
            let limits = messages.withLock { $0 }.map { $0.prefix { $0 != ":" } }
            let beginning = "The request “second” started above the limit of 1 of"
            try #require(limits == ["\(beginning) group “page”", "\(beginning) its client"])
        }
    }
}
#endif
