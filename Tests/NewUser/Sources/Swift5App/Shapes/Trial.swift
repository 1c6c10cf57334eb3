import Foundation
import Interception
@preconcurrency import OldKit

/// One shape of a client, tried out: a single request in a group, with each fate that it may have.
struct Trial {
    let shape: String
    var fates: [Fate] = [.answered, .failed, .lost]
    /// Issues the request, whose callbacks write down what they are called with.
    let issue: @MainActor (Fate, Notes) async -> Void
}

extension Trial {
    /// Returns the expectations that failed; a rejected request was issued in a cancelled group.
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
        // What a user of the client sees is the answer, in the group of the request.
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

/// What callbacks were called with, on whatever thread they came.
nonisolated final class Notes: @unchecked Sendable {
    // Safe: behind the lock.
    private let lock = NSLock()
    private var lines: [String] = []
    private var kept: [Any] = []

    var entries: [String] { lock.withLock { lines } }

    func answer() { add("answer") }

    func problem() { add("problem") }

    func end(_ error: (any Error)?) {
        if error == nil { answer() } else { problem() }
    }

    /// Keeps what its owner keeps, until the request has ended.
    func keep(_ owned: Any...) { lock.withLock { kept = owned } }

    private func add(_ what: String) {
        let line = "\(what) in \(RequestGroup.current?.name ?? "no group")"
        lock.withLock { lines.append(line) }
    }
}
