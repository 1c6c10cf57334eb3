@testable import GroupContext
@testable import InterceptionTestSupport

/// A script performed with the library, on the threads of its steps.
final class ScriptRun: Sendable {
    /// The ways in which the deadline of a group passes.
    enum Deadlines {
        /// At once, on the thread that performs the step, as from the group's timer.
        case atOnce
        /// On the group's clock, from a task of its own.
        case onClocks
    }

    let client = ModelClient()
    let living = LiveCount()
    let queue = DispatchQueue(label: "of the script")
    let settings: InterceptionSettings
    private let deadlines: Deadlines
    private let chronicle = Locked(Chronicle())
    private let groups = Locked([Int: RequestGroup]())
    private let clocks = Locked([Int: ManualClock]())
    /// The groups whose deadlines are due.
    private let due = Locked(Set<Int>())
    /// The requests of which a callback has begun.
    private let called = Locked(Set<Int>())

    init(startsOnQueue: Bool, deadlines: Deadlines) {
        settings = InterceptionSettings { [startsOnQueue, queue] in
            $0.queue = startsOnQueue ? queue : nil
        }
        self.deadlines = deadlines
    }

    /// The calls and events until now.
    var written: Chronicle { chronicle.withLock { $0 } }
    var openedGroups: [RequestGroup] { groups.withLock { Array($0.values) } }

    /// A Boolean value that indicates whether a worker thread is still to notify an observer, past a deadline.
    var isNotifying: Bool {
        // Inner groups first: a group that completes lets its parent complete.
        let innerFirst = groups.withLock { $0.sorted { $0.key > $1.key }.map(\.value) }
        return innerFirst.contains { group in
            group.shared.withLock { !$0.deliveries.isIdle || !$0.records.isIdle }
        }
    }

    /// Releases the groups, to show whether any other object retains them.
    func releaseGroups() {
        let released = groups.withLock { groups in
            defer { groups = [:] }
            return groups
        }
        withExtendedLifetime(released) {}
    }

    /// Reads the state of each group.
    func look() {
        let snapshots = groups.withLock { $0 }.mapValues(Chronicle.GroupSnapshot.init)
        chronicle.withLock { $0.snapshots = snapshots }
    }

    /// Reads the groups that have called their completion, and releases them.
    func releaseCompletedGroups() -> [WeakGroup] {
        let written = written
        let completed = groups.withLock { groups in
            let completed = groups.filter { written.completionCount(of: $0.key) > 0 }
            groups = groups.filter { completed[$0.key] == nil }
            return completed
        }
        let snapshots = completed.mapValues(Chronicle.GroupSnapshot.init)
        chronicle.withLock { $0.snapshots.merge(snapshots) { $1 } }
        return completed.values.map(WeakGroup.init)
    }

    /// Lets the due deadlines pass again, because every timer has been set by now.
    func expireDueGroups() async {
        for number in due.withLock({ $0 }) where groups.withLock({ $0[number] }) != nil {
            await clock(of: number).advanceWhenAsleep(by: .seconds(1))
        }
    }
}

// MARK: - Steps

extension ScriptRun {
    func perform(_ step: Script.Step) {
        switch step {
        case .open(let group): open(group)
        case .request(let request): issue(request)
        case .answer(let number, let isElsewhere):
            if isElsewhere {
                let isDone = DispatchSemaphore(value: 0)
                Thread.detachNewThread { [client] in
                    client.answer(number)
                    isDone.signal()
                }
                isDone.wait()
            } else {
                client.answer(number)
            }
        case .drop(let number): client.drop(number)
        case .dropAll: client.dropAll()
        case .cancel(let number): groups.withLock { $0[number] }?.cancel()
        case .expire(let number): expire(number)
        }
    }

    private func expire(_ number: Int) {
        switch deadlines {
        case .atOnce: groups.withLock { $0[number] }?.cancel(.deadline)
        case .onClocks:
            _ = due.withLock { $0.insert(number) }
            clock(of: number).advance(by: .seconds(1))
        }
    }

    private func clock(of number: Int) -> ManualClock {
        clocks.withLock { clocks in
            let clock = clocks[number] ?? ManualClock()
            clocks[number] = clock
            return clock
        }
    }

    private func open(_ group: Script.Group) {
        let token = living.token()
        let listener = Listener(group: group.number, token: living.token(), run: self)
        var options: [RequestGroupOption] = [.observer(listener)]
        if group.isDetached { options.append(.detached) }
        if let limit = group.limit { options.append(.limit(limit)) }
        switch group.policy {
        case .collect: break
        case .failFast: options.append(.failFast)
        case .quorum: options.append(.quorum(2))
        case .tolerant: options.append(.tolerant)
        }
        if deadlines == .onClocks {
            options.append(.timeout(.seconds(1), clock: clock(of: group.number)))
        }
        withRequestGroup("g\(group.number)", options: RequestGroupOption(options), queue: queue) {
            if let current = RequestGroup.current { groups.withLock { $0[group.number] = current } }
            for step in group.body { perform(step) }
            if group.bodyThrows { throw ClientError("of the body") }
        } completion: { [self] result in
            token.touch()
            let outcome = Chronicle.Outcome(result)
            write(.completed(group.number, outcome, in: currentNumber), of: group.number)
        }
    }

    private func issue(_ request: Script.Request) {
        let (succeeding, failing, cancelling) = (living.token(), living.token(), living.token())
        let success: @Sendable () -> Void = { [self] in
            succeeding.touch()
            callBack(request, error: nil)
        }
        let failure: @Sendable (any Error) -> Void = { [self] error in
            failing.touch()
            callBack(request, error: name(of: error))
        }
        if request.usesRoles { return issueByRoles(request, success: success, failure: failure) }
        let reject: ((any Error) -> Void)? = request.reportsRejection ? { failure($0) } : nil
        InterceptingClient(client, settings: settings).intercept(
            "r\(request.number)",
            isOptional: request.isOptional,
            priority: RequestPriority(rawValue: request.priority),
            onRejection: reject
        ) { [self] call in
            let group = start(request, call, success: success, failure: failure)
            guard request.obedience != .cannotCancel else { return }
            call.onCancel { [self] in
                cancelling.touch()
                write(.cancelled(request.number), of: group)
                client.cancel(request.number)
            }
        }
    }

    /// Records the start, passes the request to the client, and returns the current group.
    @discardableResult func start(
        _ request: Script.Request,
        success: @escaping @Sendable () -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) -> Int? {
        let group = currentNumber
        write(.started(request.number, in: group), of: group)
        client.start(ModelClient.Call(request: request, success: success, failure: failure))
        return group
    }

    private func start(
        _ request: Script.Request,
        _ call: InterceptedCall,
        success: @escaping @Sendable () -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) -> Int? {
        if request.shape.isResult {
            let both: @Sendable (Result<Void, any Error>) -> Void = { result in
                if let error = result.reportedFailure { failure(error) } else { success() }
            }
            let completion: @Sendable (Result<Void, any Error>) -> Void = call.wrap(
                .completion(both)
            )
            return start(request) {
                completion(.success(()))
            } failure: {
                completion(.failure($0))
            }
        }
        return start(
            request,
            success: call.wrap(.success(success)),
            failure: call.wrap(.failure(failure))
        )
    }

    /// Performs the steps of the user's callbacks.
    private func callBack(_ request: Script.Request, error: String?) {
        let group = currentNumber
        write(.callback(request.number, error: error, in: group), of: group)
        if called.withLock({ $0.insert(request.number).inserted }) {
            client.answerAgain(request.number)
            for step in request.reaction { perform(step) }
        }
        write(.returned(request.number), of: group)
    }

    private var currentNumber: Int? { RequestGroup.current?.scriptNumber }

    private func write(_ call: Chronicle.Call, of group: Int?) {
        chronicle.withLock { $0.note(call, of: group) }
    }
}

// MARK: - Observing

extension ScriptRun {
    /// The observer of one group, which also receives the events of nested groups.
    private struct Listener: RequestGroupObserver {
        let group: Int
        let token: LiveCount.Token
        let run: ScriptRun

        func observe(_ event: RequestGroupEvent) {
            token.touch()
            guard let group = Int(event.groupName.dropFirst()) else { return }
            let channel = Chronicle.Channel(listener: self.group, group: group)
            let notice = Chronicle.Notice(event)
            run.chronicle.withLock { $0.note(notice, in: channel) }
        }
    }
}

extension Chronicle.Notice {
    fileprivate init(_ event: RequestGroupEvent) {
        self.init(
            kind: event.kind,
            label: event.label,
            index: event.index,
            failure: event.failure.map(Chronicle.Failure.init),
            progress: event.progress
        )
    }
}

extension Chronicle.GroupSnapshot {
    fileprivate init(_ group: RequestGroup) {
        self.init(
            progress: group.progress,
            failures: group.failures.map(Chronicle.Failure.init),
            outstanding: group.outstanding,
            isCancelled: group.isCancelled,
            parent: group.parent?.name
        )
    }
}

extension RequestGroup {
    /// The number of the group in its script.
    var scriptNumber: Int? { Int(name.dropFirst()) }
}
