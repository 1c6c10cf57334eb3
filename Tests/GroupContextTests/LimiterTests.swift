import Dispatch
import TestSupport
import Testing

@testable import GroupContext

@Suite struct `The accounting of a limiter` {
    @Test func `P4: starts up to the limit at once, then first in first out`() {
        var state = LimiterState(limit: 2)
        let permits = (0..<5).map { _ in state.acquire(.normal) }
        #expect(permits.map(\.startsNow) == [true, true, false, false, false])
        #expect(state.end(permits[1].permit) == permits[2].permit)
        #expect(state.didStart(permits[2].permit) == nil)
        #expect(state.end(permits[0].permit) == permits[3].permit)
        #expect(state.inFlight == 2)
    }

    @Test func `P4: starts the more urgent first`() {
        var state = LimiterState(limit: 1)
        let running = state.acquire(.normal).permit
        let waiting = [RequestPriority.low, .normal, .high, .high, .low, .normal]
            .map { state.acquire($0).permit }
        let between = state.acquire(RequestPriority(rawValue: 5)).permit
        var order: [Int] = []
        var next = state.end(running)
        while let permit = next {
            order.append(permit)
            _ = state.didStart(permit)
            next = state.end(permit)
        }
        let expected = [
            waiting[2], waiting[3], between, waiting[1], waiting[5], waiting[0], waiting[4],
        ]
        #expect(order == expected)
        #expect(state.inFlight == 0)
    }

    @Test func `P4: who ends before its start has returned starts nobody from inside`() {
        var state = LimiterState(limit: 1)
        let permits = (0..<3).map { _ in state.acquire(.normal).permit }
        #expect(state.end(permits[0]) == permits[1])
        #expect(state.end(permits[1]) == nil)
        #expect(state.inFlight == 1)
        #expect(state.didStart(permits[1]) == permits[2])
    }

    @Test func `P4: who ends while waiting never starts`() {
        var state = LimiterState(limit: 1)
        let permits = (0..<3).map { _ in state.acquire(.normal).permit }
        #expect(state.end(permits[1]) == nil)
        #expect(state.inFlight == 1)
        #expect(state.end(permits[0]) == permits[2])
    }

    @Test func `a request that cannot wait takes a slot all the same`() {
        var state = LimiterState(limit: 1)
        let first = state.acquireAtOnce()
        let second = state.acquireAtOnce()
        let waiting = state.acquire(.normal)
        #expect(state.inFlight == 2)
        #expect(!waiting.startsNow)
        #expect(state.end(first) == nil)
        #expect(state.end(second) == waiting.permit)
    }

    @Test(arguments: 0..<100)
    func `P4: random schedules lose nobody and never exceed the limit`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...4, using: &random)
        var state = LimiterState(limit: limit)
        var running: [Int] = []
        var starting: [Int] = []
        var ended: Set<Int> = []
        var acquired = 0
        func start(_ permit: Int?) {
            if let permit { starting.append(permit) }
        }
        while ended.count < 300 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where acquired < 300:
                let (permit, startsNow) = state.acquire(
                    RequestPriority(rawValue: Int.random(in: 0..<3, using: &random))
                )
                acquired += 1
                if startsNow { running.append(permit) }
            case 1 where !starting.isEmpty:
                let permit = starting.removeFirst()
                // Half of them end before their start has returned.
                let endsFirst = Bool.random(using: &random)
                if endsFirst {
                    #expect(state.end(permit) == nil)
                    ended.insert(permit)
                } else {
                    running.append(permit)
                }
                start(state.didStart(permit))
            default:
                guard let permit = running.randomElement(using: &random) else { continue }
                running.removeAll { $0 == permit }
                ended.insert(permit)
                start(state.end(permit))
            }
            #expect(state.inFlight == running.count + starting.count)
            #expect(state.inFlight <= limit)
            let waiting = acquired - ended.count - running.count - starting.count
            #expect(waiting == 0 || state.inFlight == limit)
        }
        #expect(state.inFlight == 0)
    }
}

@Suite struct `A limiter` {
    @Test func `P4: never has more in flight than its limit, on many threads`() {
        let limiter = RequestLimiter(limit: 3)
        let (flying, most, done) = (Locked(0), Locked(0), Locked(0))
        DispatchQueue.concurrentPerform(iterations: 200) { _ in
            let permit = Locked<LimiterPermit?>(nil)
            let begun = Locked(false)
            @Sendable func fly() {
                let now = flying.withLock {
                    $0 += 1
                    return $0
                }
                most.withLock { $0 = max($0, now) }
                flying.withLock { $0 -= 1 }
                done.withLock { $0 += 1 }
            }
            let (given, startsNow) = limiter.acquire(.normal) {
                fly()
                begun.withLock { $0 = true }
                permit.withLock { $0 }?.end()
            }
            permit.withLock { $0 = given }
            if startsNow {
                fly()
                given.end()
            } else if begun.withLock({ $0 }) {
                given.end()
            }
        }
        #expect(done.withLock { $0 } == 200)
        #expect(most.withLock { $0 } <= 3)
        #expect(limiter.inFlight == 0)
        #expect(limiter.waiting == 0)
    }

    @Test func `P4: a slot that comes when its request has left already is given back at once`() {
        let (limiter, started) = (RequestLimiter(limit: 1), Locked(false))
        let group = RequestGroup(opening: "group", options: [.detached])
        let membership = group.enter("request")
        membership?.leave()
        membership?.attach(limiter.acquireAtOnce())
        #expect(limiter.inFlight == 0)
        let late = group.enter("late")
        group.cancel(.deadline)
        late?.attach(limiter.acquireAtOnce())
        #expect(limiter.inFlight == 0)
        let permit = limiter.acquireAtOnce()
        _ = limiter.acquire(.normal) { started.withLock { $0 = true } }
        membership?.attach(permit)
        #expect(started.withLock { $0 })
    }

    @Test func `says what is in flight and what waits`() {
        let limiter = RequestLimiter(limit: 1)
        let first = limiter.acquire(.normal) {}
        let second = limiter.acquire(.normal) {}
        #expect((limiter.limit, limiter.inFlight, limiter.waiting) == (1, 1, 1))
        second.permit.end()
        #expect((limiter.inFlight, limiter.waiting) == (1, 0))
        first.permit.end()
        first.permit.end()
        #expect(limiter.inFlight == 0)
    }
}

@Suite struct `A limiter on many threads` {
    @Test func `P4: a slot that is freed as the next in line gives up is not lost`() {
        for round in 0..<5_000 {
            let limiter = RequestLimiter(limit: 1)
            let running = limiter.acquire(.normal) {}.permit
            let waiting = limiter.acquire(.normal) {}.permit
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                if thread == 0 { running.end() } else { waiting.end() }
            }
            guard limiter.inFlight == 0, limiter.waiting == 0 else {
                Issue.record("round \(round): \(limiter.inFlight) in flight")
                return
            }
        }
    }
}
