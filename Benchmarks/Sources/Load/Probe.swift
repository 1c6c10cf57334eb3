import ProcessUse

/// The measurements of a scenario while it runs.
final class Probe: @unchecked Sendable {
    // Safe: used by one thread at a time, which issues or answers.

    /// The number of callbacks that have run.
    private(set) var callbacks = 0
    /// The heap in bytes, and the number of threads, when all requests are outstanding.
    private(set) var heapWhenFull: Int?
    private(set) var threadsWhenFull = 0
    /// The deviations from the expected results.
    private(set) var problems: [String] = []

    /// Whether the heap is measured, which takes time.
    private let weighs: Bool
    private var lowest = UInt.max
    private var highest = UInt.min

    init(weighs: Bool) {
        self.weighs = weighs
    }

    /// The distance on the stack between callbacks, which have to run on one thread.
    var stackGrowth: Int { callbacks == 0 ? 0 : Int(highest - lowest) }

    /// Records that a callback runs.
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

    /// Records that all requests are outstanding.
    func full() {
        guard weighs else { return }
        heapWhenFull = Int(heapBytesInUse())
        threadsWhenFull = Int(threadCount())
    }

    func expect(_ isMet: Bool, _ problem: @autoclosure () -> String) {
        if !isMet { problems.append(problem()) }
    }
}
