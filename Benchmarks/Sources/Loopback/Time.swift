import Foundation

/// How long a request took, in nanoseconds.
struct Time {
    let passed: Double
    /// What all threads of this program computed.
    let computed: Double

    static var computedSoFar: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
