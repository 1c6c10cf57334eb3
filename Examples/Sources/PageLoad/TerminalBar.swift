import Foundation
import Interception

/// A progress bar in the last line of a terminal; the bar is not shown if the output goes to a file.
///
/// Code that prints a line erases the bar first, and draws the bar again.
struct TerminalBar: @unchecked Sendable {
    // Unchecked because `Progress` is not Sendable on Linux; it is only used as
    // `withProgressTree` has it.
    private let whole: Progress
    private let isShown = isatty(STDOUT_FILENO) == 1
    private let width = 40

    /// - Parameter groupCount: how many groups share the bar.
    init(groupCount: Int) {
        whole = .discreteProgress(totalUnitCount: Int64(groupCount))
    }

    /// Makes a group a part of the bar.
    var share: RequestGroupOption { .progress(childOf: whole, pendingUnitCount: 1) }

    /// How much of the page is there.
    var fraction: Double { withProgressTree { whole.fractionCompleted } }

    func draw() {
        guard isShown else { return }
        let fraction = min(1, max(0, fraction))
        let full = Int(fraction * Double(width))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
        print("  \(bar) \(Int(fraction * 100)) %", terminator: "")
        // A line that has not ended stays in the buffer otherwise.
        fflush(nil)
    }

    func erase() {
        guard isShown else { return }
        print("\r\u{1B}[2K", terminator: "")
    }
}
