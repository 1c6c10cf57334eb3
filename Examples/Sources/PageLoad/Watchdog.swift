import Dispatch
import Foundation

/// Ends a run that hangs, and says where it does.
enum Watchdog {
    /// Ends the program after the limit.
    ///
    /// - Parameters:
    ///   - seconds: far more than a run takes on a slow machine.
    ///   - log: knows the groups that have not completed.
    static func start(seconds: Int, watching log: GroupLog) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(seconds)) {
            print("\nNOT AS EXPECTED\n  No end after \(seconds) seconds.")
            for group in log.openGroups { print("  \(group)") }
            exit(EXIT_FAILURE)
        }
    }
}
