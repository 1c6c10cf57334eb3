@testable import GroupContext

@Suite struct `The queue of events` {
    @Test(arguments: [1, 2, 64, 65, 66, 130, 200])
    func `adding events during delivery neither loses nor repeats an event (O2)`(length: Int) {
        var delivered: [Int] = []
        var deliveries = GroupNotifications()
        for number in 0..<length { deliveries.add(.numbered(number)) }
        let begins = deliveries.beginDelivery()
        #expect(begins)
        // Each notification adds another, like an observer that issues a request.
        for number in length..<(length + 1_000) {
            delivered += deliveries.take().flatMap(\.number).map { [$0] } ?? []
            deliveries.add(.numbered(number))
        }
        while let delivery = deliveries.take() { delivered += delivery.number.map { [$0] } ?? [] }
        #expect(delivered == Array(0..<(length + 1_000)))
        let beginsAgain = deliveries.beginDelivery()
        #expect(!beginsAgain)
    }
}

extension GroupNotifications.Delivery {
    fileprivate static func numbered(_ number: Int) -> Self {
        let subject = GroupNotifications.Subject(index: number)
        return .event(GroupNotifications.Notice(.entered, subject, GroupProgress()), to: [])
    }

    fileprivate var number: Int? {
        if case .event(let notice, _) = self { notice.subject.index } else { nil }
    }
}
