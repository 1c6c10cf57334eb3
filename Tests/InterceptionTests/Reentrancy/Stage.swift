@testable import InterceptionTestSupport

/// A group, and a callback that uses the group.
final class Stage: Sendable {
    let client = ManualClient()
    let clock = ManualClock()
    let queue = DispatchQueue(label: "of the group")
    /// The use of the group in the callback.
    private let use: @Sendable (RequestGroup) -> Void
    private let group = Locked<RequestGroup?>(nil)
    private let hasBegun = Locked(false)
    private let hasReturned = Gate()
    private let hasEnded = Gate()

    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }
    init(_ use: @escaping @Sendable (RequestGroup) -> Void) { self.use = use }

    /// The callback, which uses the group the first time it is called.
    func callBack(_ group: RequestGroup? = nil) {
        let isFirst = hasBegun.withLock { hasBegun in
            defer { hasBegun = true }
            return !hasBegun
        }
        guard isFirst, let group = group ?? self.group.withLock({ $0 }) else { return }
        use(group)
        hasReturned.open()
    }

    /// Notes that the group is over.
    func end() { hasEnded.open() }

    /// Returns the group when the callback has returned and the group is over.
    func over() async -> RequestGroup? {
        await hasReturned.waitUntilOpen()
        await hasEnded.waitUntilOpen()
        // Breaks a cycle: the stage retains the group, whose observers retain the stage.
        return group.withLock { $0.take() }
    }

    /// Sets the group whose body runs.
    func enter(_ group: RequestGroup?) { self.group.withLock { $0 = group } }

    /// Opens the group of the stage.
    func open(
        _ options: RequestGroupOption...,
        body: (RequestGroup) -> Void,
        completion: @escaping @Sendable (RequestGroup) -> Void = { _ in }
    ) {
        withRequestGroup("group", options: RequestGroupOption(options), queue: queue) {
            guard let group = RequestGroup.current else { return }
            enter(group)
            body(group)
        } completion: { [self] _ in
            if let group = group.withLock({ $0 }) { completion(group) }
            end()
        }
    }
}
