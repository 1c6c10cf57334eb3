import Foundation
import Interception
@preconcurrency import OldKit

/// A request of one client shape in a group, tried with every possible fate.
struct Trial {
    let shape: String
    var fates: [Fate] = [.answered, .failed, .lost]
    /// Issues the request, whose callbacks record their calls.
    let issue: @MainActor (Fate, Notes) async -> Void
}

extension Trial {
    /// Returns the violated expectations; a rejected request was issued in a cancelled group.
    @MainActor
    func problem(of fate: Fate, isRejected: Bool = false) async -> String? {
        let notes = Notes()
        let outcome = await withRequestGroupOutcome(shape, options: .timeout(.seconds(30))) {
            group in
            if isRejected { group.cancel() }
            await issue(fate, notes)
            if fate == .kept { group.cancel() }
            return group
        }
        notes.keep()
        let expectedReason: RequestFailure.Reason? =
            switch fate {
            case .answered: nil
            case .failed: .failed
            case .lost: .lostCallback
            case .kept: .cancelled
            }
        let progress = outcome.value.progress
        let failed = expectedReason == nil ? 0 : 1
        // The caller sees the answer, in the group of the request.
        let expectedNotes =
            switch fate {
            case .answered: ["answer in \(shape)"]
            case .failed, .kept: ["problem in \(shape)"]
            case .lost: [String]()
            }
        if progress.total != 1 || progress.finished != 1 || progress.failed != failed
            || outcome.failures.map(\.reason) != [expectedReason].compactMap({ $0 })
            || notes.entries != expectedNotes
        {
            return
                "\(shape), \(isRejected ? "rejected" : "\(fate)"): \(progress) \(outcome.failures) \(notes.entries)"
        }
        return nil
    }
}

/// The recorded calls of callbacks, from any thread.
nonisolated final class Notes: @unchecked Sendable {
    // Safe: protected by the lock.
    private let lock = NSLock()
    private var lines: [String] = []
    private var kept: [Any] = []

    var entries: [String] { lock.withLock { lines } }

    func answer() { add("answer") }

    func problem() { add("problem") }

    func end(_ error: (any Error)?) {
        if error == nil { answer() } else { problem() }
    }

    func end(_ result: Result<some Any, any Error>) {
        switch result {
        case .success: answer()
        case .failure: problem()
        }
    }

    /// Retains objects until the request has completed.
    func keep(_ owned: Any...) { lock.withLock { kept = owned } }

    private func add(_ what: String) {
        let line = "\(what) in \(RequestGroup.current?.name ?? "no group")"
        lock.withLock { lines.append(line) }
    }
}
