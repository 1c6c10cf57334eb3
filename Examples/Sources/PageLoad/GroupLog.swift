import Interception
import Synchronization

/// An observer that prints and records the events of a group and its nested groups.
final class GroupLog: RequestGroupObserver {
    private struct State {
        var start: ContinuousClock.Instant?
        /// The open groups by name; removed at completion to break the retain cycle, as a group retains its observers.
        var open: [String: RequestGroup] = [:]
        var totals: [String: Int] = [:]
        var completed: [String] = []
        var duplicates: [String] = []
    }

    private let state = Mutex(State())
    private let bar: TerminalBar

    /// - Parameter bar: the progress bar, below the printed lines.
    init(above bar: TerminalBar) {
        self.bar = bar
    }

    /// The names of the completed groups, in the order of completion.
    var completed: [String] { state.withLock { $0.completed } }

    /// The labels of the requests whose client called back twice.
    var duplicates: [String] { state.withLock { $0.duplicates } }

    /// The groups that have not completed.
    var openGroups: [RequestGroup] {
        state.withLock { Array($0.open.values) }
    }

    /// Returns the number of requests that have entered the group.
    func requests(in group: String) -> Int {
        state.withLock { $0.totals[group] ?? 0 }
    }

    func observe(_ event: RequestGroupEvent) {
        state.withLock { state in
            bar.erase()
            defer { if !state.open.isEmpty { bar.draw() } }
            state.totals[event.groupName] = event.progress.total
            switch event.kind {
            case .opened:
                state.start = state.start ?? event.instant
                state.open[event.groupName] = event.group
            case .left:
                let outcome = event.failure.map { "FAILED  \($0)" } ?? "ok      \(event.subject)"
                show(event, outcome, since: state.start)
            case .duplicateCallback:
                state.duplicates.append(event.subject)
                show(event, "again   \(event.subject) called back twice", since: state.start)
            case .completed:
                state.open[event.groupName] = nil
                state.completed.append(event.groupName)
            default:
                break
            }
        }
    }

    private func show(
        _ event: RequestGroupEvent,
        _ outcome: String,
        since start: ContinuousClock.Instant?
    ) {
        let time = (event.instant - (start ?? event.instant)).column
        let progress = "\(event.progress.finished) of \(event.progress.total)"
        print("  \(time)  \(event.groupName.column(9)) \(progress)  \(outcome)")
    }
}

extension RequestGroupEvent {
    /// The label of the event's request, or an empty string.
    fileprivate var subject: String { label ?? "" }
}
