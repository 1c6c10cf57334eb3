import Testing

@testable import GroupContext

@Suite struct `The queue of what is to be told` {
    @Test(arguments: [1, 2, 64, 65, 66, 130, 200])
    func `O2: nothing is lost and nothing comes twice, however long the queue never runs empty`(
        length: Int
    ) {
        let told = Locked([Int]())
        var deliveries = Deliveries()
        for number in 0..<length { deliveries.add { told.withLock { $0.append(number) } } }
        let begins = deliveries.begin()
        #expect(begins)
        // Each that is told adds another, as an observer does that issues a request.
        for number in length..<(length + 1_000) {
            deliveries.take()?()
            deliveries.add { told.withLock { $0.append(number) } }
        }
        while let delivery = deliveries.take() { delivery() }
        #expect(told.withLock { $0 } == Array(0..<(length + 1_000)))
        let beginsAgain = deliveries.begin()
        #expect(!beginsAgain)
    }
}
