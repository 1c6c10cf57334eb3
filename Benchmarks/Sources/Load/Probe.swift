import ProcessUse

/// What a scenario shows of itself while it runs.
final class Probe: @unchecked Sendable {
    // Safe: one thread at a time uses it, the one that issues or the one that answers.

    /// How many callbacks have run.
    private(set) var callbacks = 0
    /// Bytes on the heap, and threads, when everything was outstanding.
    private(set) var heapWhenFull: Int?
    private(set) var threadsWhenFull = 0
    /// What did not come as it should.
    private(set) var problems: [String] = []

    /// Whether the heap is looked at, which takes its time.
    private let weighs: Bool
    private var lowest = UInt.max
    private var highest = UInt.min

    init(weighs: Bool) {
        self.weighs = weighs
    }

    /// How far apart on the stack callbacks ran, which all have to run on one thread.
    var stackGrowth: Int { callbacks == 0 ? 0 : Int(highest - lowest) }

    /// A callback runs.
    @inline(never)
    func callback() {
        callbacks += 1
        var local = 0
        withUnsafeMutablePointer(to: &local) { pointer in
            let address = UInt(bitPattern: pointer)
            lowest = min(lowest, address)
            highest = max(highest, address)
        }
    }

    /// Everything is outstanding now.
    func full() {
        guard weighs else { return }
        heapWhenFull = Int(heapBytesInUse())
        threadsWhenFull = Int(threadCount())
    }

    func expect(_ isMet: Bool, _ problem: @autoclosure () -> String) {
        if !isMet { problems.append(problem()) }
    }
}
