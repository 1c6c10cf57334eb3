// Very many requests: is everything answered, and is the price of one still the same?
//
//     Load [SMALL LARGE]      by default 10,000 and 1,000,000 requests
//
// Prints a table. Ends with an error if a callback is missing, if the memory of a request grows with
// their number, if something is kept, if the stack grows or threads are blocked. Times, which are what
// all threads computed, are only printed: they are those of the machine as well, as the first line shows.

import Foundation
import ProcessUse

/// What one load of a scenario showed, for each of its requests.
struct Outcome {
    let nanoseconds: Double
    let peak: Double
    let kept: Double
    let stackGrowth: Int
    let threads: Int
    let problems: [String]

    /// What threads keep for themselves, such as freed memory for their next allocations.
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

/// What is wrong with a scenario.
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
        // What is allocated once is not counted.
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
        // A stack that overflows in the next one does not take this line with it.
        fflush(nil)
    }
    return status
}

// A thread of its own, on which no task is current, with a stack as the main thread has one.
let thread = Thread { exit(runAll()) }
thread.stackSize = 8 << 20
thread.start()
while true { sleep(1_000) }
