/// Counts how many are in at once, and lets them go on in rounds of a fixed size.
///
/// A client that keeps fewer in flight than make a round gets no answer, and one that keeps more is
/// counted: so the count does not depend on how fast this machine is.
actor Rounds {
    /// How many have been in at once, at most.
    private(set) var peak = 0

    private let size: Int
    private var inside = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of size: Int) {
        self.size = size
    }

    /// Enters, and returns when the round is full.
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
