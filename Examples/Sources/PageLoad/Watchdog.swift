import Dispatch
import Foundation

/// A watchdog that ends a hanging run and prints the open groups.
enum Watchdog {
    /// Ends the program with a failure after a time limit.
    ///
    /// - Parameters:
    ///   - seconds: the time limit, far longer than a run on a slow machine.
    ///   - log: the log with the open groups.
    static func start(seconds: Int, watching log: GroupLog) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
            print("\nNOT AS EXPECTED\n  No end after \(seconds) seconds.")
            for group in log.openGroups { print("  \(group)") }
            exit(EXIT_FAILURE)
        }
    }
}
