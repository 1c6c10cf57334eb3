// Very many requests: is each answered, and does the price of each stay the same?
//
//     Load [SMALL LARGE]      by default 10,000 and 1,000,000 requests
//
// Prints a table. Ends with an error if a callback is missing, if the memory of a request grows with their number, if
// an object leaks, if the stack grows or threads are blocked. Times of all threads are only printed, because they
// depend on the machine, as the first line shows.

import Foundation
import ProcessUse

/// The results of one load of a scenario, for each request.
struct Outcome {
    let nanoseconds: Double
    let peak: Double
    let kept: Double
    let stackGrowth: Int
    let threads: Int
    let problems: [String]

    /// The memory that threads keep for themselves, such as freed memory for later allocations.
    let own: Double
}

func measure(_ scenario: Scenario, _ count: Int, repetitions: Int) -> Outcome {
    var fastest = Double.infinity
    for _ in 0..<repetitions {
        let probe = Probe(weighs: false)
        let start = computedNanoseconds()
        scenario.run(count, probe)
        fastest = min(fastest, (computedNanoseconds() - start) / Double(count))
    }
    let before = Int(heapBytesInUse())
    let probe = Probe(weighs: true)
    scenario.run(count, probe)
    let after = Int(heapBytesInUse())
    probe.expect(probe.callbacks == count, "\(probe.callbacks) of \(count) callbacks ran")
    probe.expect(probe.heapWhenFull != nil, "nothing was weighed")
    return Outcome(
        nanoseconds: fastest,
        peak: Double((probe.heapWhenFull ?? before) - before) / Double(count),
        kept: Double(after - before) / Double(count),
        stackGrowth: probe.stackGrowth,
        threads: probe.threadsWhenFull,
        problems: probe.problems,
        own: 1_048_576 / Double(count)
    )
}

/// Returns the problems of a scenario.
func problems(_ small: Outcome, _ large: Outcome) -> [String] {
    var problems = small.problems + large.problems
    if large.peak > small.peak * 1.3 + large.own { problems.append("memory grows") }
    if large.kept > large.own { problems.append("memory is kept") }
    if large.stackGrowth > max(16_384, small.stackGrowth * 2) { problems.append("the stack grows") }
    let allowed = ProcessInfo.processInfo.activeProcessorCount * 2 + 8
    if large.threads > allowed { problems.append("\(large.threads) threads") }
    return problems
}

func runAll() -> Int32 {
    let sizes = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    let (small, large) = sizes.count == 2 ? (sizes[0], sizes[1]) : (10_000, 1_000_000)
    var status: Int32 = 0
    print("| load | of | ns each | × of small | bytes each | × of small | kept | stack | threads |")
    print("| ---- | -: | ------: | ---------: | ---------: | ---------: | ---: | ----: | ------: |")
    for scenario in Scenario.all {
        let counts = (scenario.count(of: small), scenario.count(of: large))
        // Memory that is allocated only once does not count.
        scenario.run(counts.0, Probe(weighs: false))
        let few = measure(scenario, counts.0, repetitions: 20)
        let many = measure(scenario, counts.1, repetitions: 3)
        let columns = [
            scenario.title, "\(counts.1) \(scenario.unit)",
            String(format: "%.0f", many.nanoseconds),
            String(format: "%.2f", many.nanoseconds / few.nanoseconds),
            String(format: "%.0f", many.peak),
            few.peak < 1 ? "–" : String(format: "%.2f", many.peak / few.peak),
            String(format: "%.1f", many.kept), "\(many.stackGrowth)", "\(many.threads)",
        ]
        print("| \(columns.joined(separator: " | ")) |")
        for problem in problems(few, many) {
            print("error: \(scenario.title): \(problem)")
            status = 1
        }
        // Flushed, so that a stack overflow in the next scenario does not lose this line.
        fflush(nil)
    }
    return status
}

// A thread without a current task, with the stack size of the main thread.
let thread = Thread { exit(runAll()) }
thread.stackSize = 8 << 20
thread.start()
while true { sleep(1_000) }
