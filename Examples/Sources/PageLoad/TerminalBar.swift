import Foundation
import Interception

/// A progress bar in the last line of a terminal, hidden if the output is not a terminal.
///
/// Code that prints a line has to erase the bar before and draw it again after.
struct TerminalBar: @unchecked Sendable {
    // Safe: `Progress` is not Sendable on Linux; `withProgressTree` protects the access with a lock there.
    private let whole: Progress
    private let isShown = isatty(STDOUT_FILENO) == 1
    private let width = 40

    /// - Parameter groupCount: the number of groups that share the bar.
    init(groupCount: Int) {
        whole = .discreteProgress(totalUnitCount: Int64(groupCount))
    }

    /// The option that adds the progress of a group to the bar.
    var share: RequestGroupOption { .progress(childOf: whole, pendingUnitCount: 1) }

    /// The fraction of the page that has been loaded.
    var fraction: Double { withProgressTree { whole.fractionCompleted } }

    func draw() {
        guard isShown else { return }
        let fraction = min(1, max(0, fraction))
        let full = Int(fraction * Double(width))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
        print("  \(bar) \(Int(fraction * 100)) %", terminator: "")
        // Flush, because standard output buffers a line until the line ends.
        fflush(nil)
    }

    func erase() {
        guard isShown else { return }
        print("\r\u{1B}[2K", terminator: "")
    }
}
