@testable import GroupContext

@Suite struct `The label of a request` {
    @Test(arguments: [true, false])
    func `a label is built once, and only for observers (I2)`(isObserved: Bool) async throws {
        let (recorder, asked) = (EventRecorder(), Locked(0))
        let option = isObserved ? RequestGroupOption.observer(recorder) : .combining([])
        try await withRequestGroup(options: option) { group in
            let label = RequestLabel.onDemand {
                asked.withLock { $0 += 1 }
                return "GET feed"
            }
            let entry = group.admit(label, isOptional: false)
            entry?.membership.leave()
        }
        #expect(asked.withLock { $0 } == (isObserved ? 1 : 0))
        #expect(recorder.lines.contains { $0.contains("GET feed") } == isObserved)
    }
}
