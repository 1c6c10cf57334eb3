@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Listeners of services` {
    let client = ManualSender()
    let mediator: ServiceMediator

    init() { mediator = ServiceMediator(client) }

    private func run(_ name: String) throws {
        mediator.send(ServiceDefinition<String>(name)) { _ in }
        try client.take().succeed()
    }

    @Test func `an answer notifies each listener after the completion`() throws {
        let (first, second) = (ListeningJournal(), ListeningJournal())
        for listener in [first, second] { mediator.addListener(listener) }
        mediator.send(ServiceDefinition<String>("profile")) { [first] _ in
            #expect(first.names.isEmpty)
        }
        try client.take().succeed()
        #expect(first.names == ["profile"])
        #expect(second.names == ["profile"])
        mediator.removeListener(first)
        try run("a")
        client.perform(mediator.plan(ServiceDefinition<String>("plan"))) { _ in }
        try client.take().succeed()
        #expect(first.names == ["profile"])
        #expect(second.names == ["profile", "a", "plan"])
    }

    @Test func `a listener that is added again is notified once, for its new services`() throws {
        let listener = ListeningJournal()
        for names: Set<String>? in [["b"], nil, ["a", "c"]] {
            mediator.addListener(listener, for: names)
            for name in ["a", "b", "c"] { try run(name) }
        }
        #expect(listener.names == ["b"] + ["a", "b", "c"] + ["a", "c"])
    }

    @Test func `a listener is notified of failed, rejected and lost calls`() async throws {
        let listener = ListeningJournal()
        mediator.addListener(listener)
        mediator.send(ServiceDefinition<String>("failed")) { _ in }
        try client.take().fail()
        mediator.send(ServiceDefinition<String>("lost")) { _ in }
        _ = try client.take()
        mediator.send(ServiceDefinition<String>("{rejected}")) { _ in }
        mediator.send("unregistered", as: String.self) { _ in }
        let ends = await listener.ends.waitForFirst(4)
        #expect(ends.map(\.call.serviceName).prefix(2) == ["failed", "lost"])
        #expect(Set(ends.map(\.call.serviceName).dropFirst(2)) == ["{rejected}", "unregistered"])
        #expect(ends.allSatisfy { $0.result.reportedFailure != nil })
    }

    /// A listener whose actions would deadlock under a lock.
    private final class Busy: ServiceListener {
        let mediator: ServiceMediator
        let names = Journal<String>()
        let released: Journal<String>

        init(_ mediator: ServiceMediator, released: Journal<String>) {
            self.mediator = mediator
            self.released = released
        }

        deinit {
            mediator.removeListener(self)
            released.append("released")
        }

        func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {
            names.append(call.serviceName)
            mediator.removeListener(self)
            mediator.addListener(self)
            mediator.client = mediator.client
            if call.serviceName == "a" { mediator.send(ServiceDefinition<String>("b")) { _ in } }
        }
    }

    @Test func `no lock is held while a listener is notified or released`() throws {
        let released = Journal<String>()
        var listener: Busy? = Busy(mediator, released: released)
        listener.map { mediator.addListener($0) }
        try run("a")
        try client.take("b").succeed()
        #expect(listener?.names.entries == ["a", "b"])
        listener = nil
        #expect(released.entries == ["released"])
        try run("c")
    }

    @Test(arguments: [true, false])
    func `a group waits for the requests of a listener (S2)`(isPlan: Bool) throws {
        let service = ServiceDefinition<String>("a")
        let listener = Busy(mediator, released: Journal())
        mediator.addListener(listener)
        let group = withRequestGroup {
            if isPlan {
                client.perform(mediator.plan(service)) { _ in }
            } else {
                mediator.send(service) { _ in }
            }
        } completion: { _ in
        }
        try client.take("a").succeed()
        #expect(group.progress.total == 2)
        try client.take("b").succeed()
        #expect(group.progress.finished == 2)
        withExtendedLifetime(listener) {}
    }

    @Test func `a listener is notified of each end once while threads add and remove listeners`() {
        for _ in 0..<100 {
            let listener = ListeningJournal()
            mediator.addListener(listener)
            for number in 0..<4 { mediator.send(ServiceDefinition<String>("\(number)")) { _ in } }
            let calls = client.takeAll()
            DispatchQueue.concurrentPerform(iterations: 8) { index in
                if index < 4 { return calls[index].succeed() }
                let other = ListeningJournal()
                mediator.addListener(other)
                // Released at once, while a thread notifies it.
                mediator.addListener(Busy(mediator, released: Journal()))
                if index.isMultiple(of: 2) { mediator.removeListener(other) }
            }
            #expect(listener.names.sorted() == ["0", "1", "2", "3"])
            mediator.removeListener(listener)
        }
    }
}
