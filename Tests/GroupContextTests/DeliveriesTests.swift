@testable import GroupContext

@Suite struct `The queue of events` {
    @Test(arguments: [1, 2, 64, 65, 66, 130, 200])
    func `adding events during delivery neither loses nor repeats an event (O2)`(length: Int) {
        var delivered: [Int] = []
        var deliveries = Deliveries()
        for number in 0..<length { deliveries.add(.numbered(number)) }
        let begins = deliveries.begin()
        #expect(begins)
        // Each notification adds another, like an observer that issues a request.
        for number in length..<(length + 1_000) {
            delivered += deliveries.take().flatMap(\.number).map { [$0] } ?? []
            deliveries.add(.numbered(number))
        }
        while let delivery = deliveries.take() { delivered += delivery.number.map { [$0] } ?? [] }
        #expect(delivered == Array(0..<(length + 1_000)))
        let beginsAgain = deliveries.begin()
        #expect(!beginsAgain)
    }

    @Test(arguments: [0, 1, 64, 65, 130])
    func `a group's completion keeps its place among the queued events (C1)`(length: Int) {
        var deliveries = Deliveries()
        for number in 0..<length { deliveries.add(.numbered(number)) }
        deliveries.addCompletion()
        deliveries.add(.numbered(length))
        _ = deliveries.begin()
        var delivered: [Deliveries.Delivery] = []
        while let delivery = deliveries.take() { delivered.append(delivery) }
        #expect(delivered.compactMap(\.number) == Array(0...length))
        #expect(delivered.firstIndex { $0.isCompletion } == length)
    }
}

extension Deliveries.Delivery {
    fileprivate static func numbered(_ number: Int) -> Self {
        let subject = Deliveries.Subject(index: number)
        return .event(Deliveries.Notice(.entered, subject, GroupProgress()), to: [])
    }

    fileprivate var number: Int? {
        if case .event(let notice, _) = self { notice.subject.index } else { nil }
    }

    fileprivate var isCompletion: Bool { if case .completion = self { true } else { false } }
}
