import Testing

@testable import GroupContext

@Suite struct `The queue of events` {
    @Test(arguments: [1, 2, 64, 65, 66, 130, 200])
    func `no event is lost or repeated while the queue never runs empty (O2)`(
        length: Int
    ) {
        var told: [Int] = []
        var deliveries = Deliveries()
        for number in 0..<length { deliveries.add(.numbered(number)) }
        let begins = deliveries.begin()
        #expect(begins)
        // Each that is told adds another, as an observer does that issues a request.
        for number in length..<(length + 1_000) {
            told += deliveries.take().flatMap(\.number).map { [$0] } ?? []
            deliveries.add(.numbered(number))
        }
        while let delivery = deliveries.take() { told += delivery.number.map { [$0] } ?? [] }
        #expect(told == Array(0..<(length + 1_000)))
        let beginsAgain = deliveries.begin()
        #expect(!beginsAgain)
    }
}

extension Deliveries.Delivery {
    fileprivate static func numbered(_ number: Int) -> Self {
        let notice = Deliveries.Notice(
            kind: .entered,
            index: number,
            progress: GroupProgress(),
            instant: .now
        )
        return .event(notice, to: [])
    }

    fileprivate var number: Int? {
        if case .event(let notice, _) = self { notice.index } else { nil }
    }
}
