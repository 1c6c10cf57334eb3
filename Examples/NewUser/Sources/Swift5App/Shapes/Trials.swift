import Foundation
import Interception
@preconcurrency import OldKit

/// The trials of every shape.
@MainActor
func trials() -> [Trial] {
    callbackTrials() + requestTrials() + asyncTrials() + depotTrials()
}

/// Trials of clients with callbacks.
@MainActor
private func callbackTrials() -> [Trial] {
    let shop = InterceptingClient(Shop.shared)
    return [
        Trial(shape: "client in a property") { fate, notes in
            shop.orders.list(fate) { _, error in notes.end(error) }
        },
        Trial(shape: "another client in a property") { fate, notes in
            shop.users.find(
                fate,
                success: { _ in notes.answer() },
                failure: { _ in notes.problem() }
            )
        },
    ]
}

/// Trials of clients with request objects, delegates and notifications.
@MainActor
private func requestTrials() -> [Trial] {
    let courier = InterceptingClient(Courier.shared)
    let session = InterceptingClient(Session.shared)
    let radio = InterceptingClient(Radio.shared)
    let queue = InterceptingClient(OperationQueue())
    return [
        Trial(shape: "delegate", fates: Fate.allCases) { fate, notes in
            let page = DownloadPage(notes)
            let downloads = GroupedDownloads(delegate: page)
            notes.keep(page, downloads)
            downloads.download("book", fate)
        },
        Trial(shape: "operation", fates: Fate.allCases) { fate, notes in
            let operation = FetchOperation(fate)
            operation.completionBlock = { [unowned operation] in notes.end(operation.error) }
            queue.addOperation(operation)
        },
        Trial(shape: "builder") { fate, notes in
            courier.letter(fate).stamped(2)
                .onSuccess { $0 == "2 stamps" ? notes.answer() : notes.problem() }
                .onFailure { _ in notes.problem() }
                .send()
        },
        Trial(shape: "fluent chain", fates: Fate.allCases) { fate, notes in
            let request = session.request(fate).validate().response { notes.end($0) }
            notes.keep(request)
        },
        Trial(shape: "one handler") { fate, notes in
            radio.record(fate) { event in
                switch event {
                case .progress: break
                case .done: notes.answer()
                case .problem: notes.problem()
                }
            }
        },
        Trial(shape: "cancelled by a number", fates: Fate.allCases) { fate, notes in
            radio.tune(fate) { notes.end($0) }
        },
        Trial(shape: "publisher", fates: Fate.allCases) { fate, notes in
            radio.signal(fate)
                .subscribe(onValue: { @Sendable _ in }, onEnd: { @Sendable in notes.end($0) })
        },
    ]
}

/// Trials of asynchronous clients.
@MainActor
private func asyncTrials() -> [Trial] {
    let backend = InterceptingClient(Backend.shared)
    return [
        Trial(shape: "async without throws", fates: [.answered]) { _, notes in
            if await backend.title() != nil { notes.answer() } else { notes.problem() }
        },
        Trial(shape: "typed throws", fates: [.answered, .failed]) { fate, notes in
            do throws(Backend.Rejected) {
                _ = try await backend.user(fate)
                notes.answer()
            } catch {
                notes.problem()
            }
        },
        Trial(shape: "stream of callbacks") { fate, notes in
            await notes.end(of: backend.read(fate))
        },
        Trial(shape: "stream", fates: [.answered, .failed, .kept]) { fate, notes in
            let lines = backend.lines(fate)
            // Cancel while the caller waits for a line.
            if fate == .kept { RequestGroup.current?.cancel() }
            await notes.end(of: lines)
        },
    ]
}

extension Notes {
    nonisolated func end(_ result: Result<some Any, any Error>) {
        switch result {
        case .success: answer()
        case .failure: problem()
        }
    }

    fileprivate nonisolated func end(of stream: AsyncThrowingStream<String, any Error>) async {
        do {
            for try await _ in stream {}
            answer()
        } catch is LostCallbackError {
            // The client called no callback.
        } catch {
            problem()
        }
    }
}

/// Runs all trials, and returns the violated expectations.
@MainActor
func problemsOfShapes() async -> [String] {
    var problems = [problemOfEveryOrder()].compactMap(\.self)
    for trial in trials() {
        for fate in trial.fates {
            if let problem = await trial.problem(of: fate) { problems.append(problem) }
        }
        if let problem = await trial.problem(of: .kept, isRejected: true) {
            problems.append(problem)
        }
    }
    return problems
}
