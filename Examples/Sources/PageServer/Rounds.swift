/// A barrier that counts the requests in flight and releases them in rounds of a fixed size.
///
/// A client with fewer requests in flight than a round gets no response, and a client with more raises the peak.
/// The result therefore does not depend on the speed of the machine.
actor Rounds {
    /// The highest number of requests in flight at once.
    private(set) var peak = 0

    private let size: Int
    private var inside = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) {
        self.size = size
    }

    /// Joins the current round, and returns when the round is full.
    func join() async {
        inside += 1
        peak = max(peak, inside)
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            guard waiting.count == size else { return }
            for continuation in waiting { continuation.resume() }
            waiting = []
        }
    }

    func leave() {
        inside -= 1
    }
}
