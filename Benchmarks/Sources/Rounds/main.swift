// Runs the contenders for measurements from outside, such as counted instructions, and checks them:
//
//     Rounds list                          prints every case with its contenders
//     Rounds check                         runs every pair once and checks the recorded callbacks
//     Rounds run CASE CONTENDER …          runs of each pair two rounds of 1,000 requests, and then three between two
//                                          calls of `writeCounts`
//     Rounds bytes CASE CONTENDER          prints the heap's bytes with 100,000 outstanding requests

import Contenders
import Foundation
import ProcessUse

func fail(_ problem: String) -> Never {
    FileHandle.standardError.write(Data("error: \(problem)\n".utf8))
    exit(1)
}

func pair(_ names: ArraySlice<String>) -> (Case, Contender) {
    guard names.count >= 2, let measured = Case(rawValue: names[names.startIndex]),
        let contender = Contender.all.first(where: { $0.name == names[names.startIndex + 1] }),
        contender.plays(measured)
    else { fail("nobody plays \(names.joined(separator: " ")); see Rounds list") }
    return (measured, contender)
}

func list() {
    for measured in Case.allCases {
        for contender in Contender.all where contender.plays(measured) {
            let fields = [measured.rawValue, contender.name, measured.title, contender.title]
            print(fields.joined(separator: "\t"))
        }
    }
}

func check() {
    for measured in Case.allCases {
        for contender in Contender.all where contender.plays(measured) {
            let seen = contender.round(of: measured).description
            let expected = contender.expected(of: measured).description
            guard seen == expected else {
                fail("\(measured) \(contender.name): \(seen), not \(expected)")
            }
        }
    }
    print("Every contender saw every callback.")
}

func bytes(_ measured: Case, _ contender: Contender) {
    let requests = 100_000
    // Memory that is allocated only once does not count.
    contender.round(of: measured)
    let before = heapBytesInUse()
    var outstanding = before
    contender.round(of: measured, requests: requests) { outstanding = heapBytesInUse() }
    print(Double(outstanding - before) / Double(requests))
}

func run(_ arguments: [String]) {
    switch arguments.first {
    case "list": list()
    case "check": check()
    case "run":
        for first in stride(from: 1, to: arguments.count, by: 2) {
            let (measured, contender) = pair(arguments[first...])
            for _ in 0..<2 { contender.round(of: measured) }
            writeCounts()
            for _ in 0..<3 { contender.round(of: measured) }
            writeCounts()
        }
    case "bytes":
        let (measured, contender) = pair(arguments.dropFirst())
        bytes(measured, contender)
    default: fail("say list, check, run or bytes")
    }
}

// A thread without a current task, like the threads on which clients call back.
let thread = Thread {
    run(Array(CommandLine.arguments.dropFirst()))
    exit(0)
}
thread.start()
while true { sleep(1_000) }
