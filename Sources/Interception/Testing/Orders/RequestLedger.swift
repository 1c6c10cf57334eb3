/// The requests of a ``ScriptedClient``; the methods run no user code, because the client calls them under its lock.
struct RequestLedger<Value: Sendable> {
    struct Pending: @unchecked Sendable {
        // Unchecked, because `callback` is not Sendable. Safe: the test may answer on any thread, as an old client may
        // call back on any thread, so the code under test has to allow this.
        let callback: (Result<Value, any Error>) -> Void
        let request: ScriptedHandle
        var isCancelled = false

        var name: String { request.name }
        var label: String { request.label }
    }

    struct Waiter {
        let labels: [String: Int]
        let continuation: CheckedContinuation<Void, any Error>
    }

    private(set) var pending: [Pending] = []
    private(set) var issued: [String] = []
    private(set) var answered: [String] = []
    private(set) var cancelled: [String] = []
    /// A Boolean value that indicates whether an error of the test has dropped outstanding requests.
    private(set) var hasDropped = false
    var prepared: [String: [ScriptedAnswer<Value>]] = [:]
    var atOnce: [String: ScriptedAnswer<Value>] = [:]
    var whenCancelled: ScriptedAnswer<Value>? = .failure(CancellationError())
    private var counts: [String: Int] = [:]
    private var names: Set<String> = []
    /// The callers of `waitForRequests` that wait, by their IDs.
    var waiters: [Int: Waiter] = [:]
    private var lastWaiter = 0

    // MARK: - Requests

    mutating func insert(
        _ label: String,
        _ callback: @escaping (Result<Value, any Error>) -> Void,
        whenCancelled: @escaping @Sendable (String) -> Void
    ) -> ScriptedHandle {
        let name = makeName(for: label)
        let request = ScriptedHandle(name: name, label: label, whenCancelled: whenCancelled)
        issued.append(name)
        pending.append(Pending(callback: callback, request: request))
        return request
    }

    private mutating func makeName(for label: String) -> String {
        var number = counts[label, default: 0] + 1
        counts[label] = number
        var name = number == 1 ? label : "\(label) #\(number)"
        // The label of another request may already be the same as this name, so take the next number.
        while !names.insert(name).inserted {
            number += 1
            name = "\(label) #\(number)"
        }
        return name
    }

    /// Removes the request with this name, or otherwise the oldest request with this label.
    mutating func take(_ label: String) -> Pending? {
        let index =
            pending.firstIndex { $0.name == label } ?? pending.firstIndex { $0.label == label }
        return index.map { pending.remove(at: $0) }
    }

    mutating func takeAll() -> [Pending] {
        if !pending.isEmpty { hasDropped = true }
        return exchange(&pending, with: [])
    }

    mutating func recordAnswer(to name: String, _ remarks: [String]) {
        answered.append(remarks.isEmpty ? name : "\(name) (\(remarks.joined(separator: ", ")))")
    }

    /// Records a cancellation; returns the request and the answer to deliver, or `nil` if no answer is due.
    mutating func cancel(_ name: String) -> (Pending, ScriptedAnswer<Value>)? {
        guard let index = pending.firstIndex(where: { $0.name == name && !$0.isCancelled }) else {
            return nil
        }
        cancelled.append(name)
        pending[index].isCancelled = true
        return whenCancelled.map { (pending.remove(at: index), $0) }
    }

    // MARK: - Waiting

    func hasIssued(_ labels: [String: Int]) -> Bool {
        labels.allSatisfy { label, count in counts[label, default: 0] >= count }
    }

    mutating func makeWaiterID() -> Int {
        lastWaiter += 1
        return lastWaiter
    }

    mutating func removeMetWaiters() -> [Waiter] {
        let met = waiters.filter { hasIssued($0.value.labels) }
        return met.keys.sorted().compactMap { waiters.removeValue(forKey: $0) }
    }
}
