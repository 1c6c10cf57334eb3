import Foundation
import Interception
@preconcurrency import OldKit

/// Trials of clients with callbacks.
@MainActor
private var callbacks: [Trial] {
    [
        Trial(shape: "callback on the main actor") { fate, notes in
            InterceptingClient(OldTool(fate)).fetch("feed") { _ in
                MainActor.preconditionIsolated()
                notes.answer()
            } failure: { _ in
                MainActor.preconditionIsolated()
                notes.problem()
            }
        },
        Trial(shape: "answer of a retry") { fate, notes in
            // The failure of the first attempt is not the answer.
            InterceptingClient(OldTool(fate)).stock(of: "tea") { @Sendable count, error in
                if count != 0 || !(error is Gone) { notes.end(error) }
            }
        },
        Trial(shape: "inherited method") { fate, notes in
            InterceptingClient(PartnerShop(fate)).find("tea") { _, error in notes.end(error) }
        },
        Trial(shape: "method of a subclass") { fate, notes in
            InterceptingClient(PartnerShop(fate)).offers { _, error in notes.end(error) }
        },
        Trial(shape: "static method of a screen") { fate, notes in
            Screen().load(fate.rawValue) { notes.end($0) }
        },
        Trial(shape: "shared client of a screen") { fate, notes in
            Screen().send(fate.rawValue) { notes.end($0) }
        },
        Trial(shape: "structure of closures") { fate, notes in
            InterceptingClient(Weather(fate)).today("Rome") { _, error in notes.end(error) }
        },
        Trial(shape: "client in a property") { fate, notes in
            InterceptingClient(Weather(fate)).maps.tile(1) { _, error in notes.end(error) }
        },
        Trial(shape: "client of the app") { fate, notes in
            Search(Shop(fate)).find("tea") { _, error in notes.end(error) }
        },
    ]
}

/// Trials of clients with request objects, delegates and notifications.
@MainActor
private var objects: [Trial] {
    [
        Trial(shape: "delegate", fates: Fate.allCases) { fate, notes in
            let page = DownloadPage(notes)
            let downloads = GroupedDownloads(delegate: page)
            downloads.downloader.fate = fate
            notes.keep(page, downloads)
            downloads.download("book")
        },
        Trial(shape: "notification") { fate, notes in
            let settings = GroupedSettings(Settings(fate)) { notes.end($0) }
            if fate != .lost { notes.keep(settings) }
            settings.load()
        },
        Trial(shape: "request object") { fate, notes in
            let parcel = Parcel()
            parcel.onSuccess = { _ in notes.answer() }
            parcel.onFailure = { _ in notes.problem() }
            InterceptingClient(Courier(fate)).start(parcel)
        },
        Trial(shape: "builder") { fate, notes in
            InterceptingClient(Courier(fate)).letter().stamped(2)
                .onSuccess { $0 == "2 stamps" ? notes.answer() : notes.problem() }
                .onFailure { _ in notes.problem() }
                .send()
        },
        Trial(shape: "one handler") { fate, notes in
            InterceptingClient(Courier(fate)).watch { event in
                switch event {
                case .moved: break
                case .arrived: notes.answer()
                case .lost: notes.problem()
                }
            }
        },
        Trial(shape: "escape hatch") { fate, notes in
            InterceptingClient(Courier(fate)).retry("feed") { _, _, _, error in notes.end(error) }
        },
        Trial(shape: "operation", fates: Fate.allCases) { fate, notes in
            let job = Job(fate)
            job.completionBlock = { [unowned job] in notes.end(job.error) }
            InterceptingClient(JobQueue()).add(job)
        },
        Trial(shape: "fluent chain", fates: Fate.allCases) { fate, notes in
            let session = InterceptingClient(Session(fate))
            notes.keep(session.request().validate().response { notes.end($0) })
        },
        Trial(shape: "cancelled by a number", fates: Fate.allCases) { fate, notes in
            InterceptingClient(Radio(fate)).tune { notes.end($0) }
        },
        Trial(shape: "publisher", fates: Fate.allCases) { fate, notes in
            InterceptingClient(Radio(fate)).news()
                .subscribe(onValue: { @Sendable _ in }, onEnd: { @Sendable in notes.end($0) })
        },
    ]
}

/// Trials of asynchronous clients.
@MainActor
private var asynchronous: [Trial] {
    [
        Trial(shape: "async without throws", fates: [.answered]) { fate, notes in
            let title = await InterceptingClient(Backend(fate)).title()
            if title != nil { notes.answer() } else { notes.problem() }
        },
        Trial(shape: "typed throws", fates: [.answered, .failed]) { fate, notes in
            do throws(BackendError) {
                _ = try await InterceptingClient(Backend(fate)).user()
                notes.answer()
            } catch {
                notes.problem()
            }
        },
        Trial(shape: "stream of callbacks") { fate, notes in
            await notes.end(of: InterceptingClient(Backend(fate)).lines())
        },
        Trial(shape: "stream", fates: [.answered, .failed, .kept]) { fate, notes in
            let events = InterceptingClient(Backend(fate)).events()
            // Cancel while the caller waits for an event.
            if fate == .kept { RequestGroup.current?.cancel() }
            await notes.end(of: events)
        },
    ]
}

/// The delegate of a downloader.
nonisolated final class DownloadPage: DownloaderDelegate {
    let notes: Notes

    init(_ notes: Notes) {
        self.notes = notes
    }

    func downloader(_ downloader: Downloader, didReceive count: Int, of name: String) {}

    func downloader(_ downloader: Downloader, didFinish name: String, error: (any Error)?) {
        notes.end(error)
    }
}

extension Notes {
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

/// Sends two requests that complete in every order, with success and failure; returns a description of a
/// violated expectation.
@MainActor
private func problemOfEveryOrder() -> String? {
    do {
        let orders = try withEveryCompletionOrder(answers: .success("tea"), .failure(Gone())) {
            script in
            let network = InterceptingClient<any Network>(ScriptedNetwork(script: script))
            var answers = 0
            let group = withRequestGroup("network") {
                for path in ["feed", "profile"] {
                    network.get(
                        path,
                        success: { _ in answers += 1 },
                        failure: { _ in answers += 1 }
                    )
                }
            } completion: { _ in
            }
            try script.answerAll()
            if answers != 2 || group.progress.outstanding != 0 { throw Gone() }
        }
        return orders == 8 ? nil : "\(orders) orders"
    } catch {
        return "\(error)"
    }
}

/// Runs all trials, and returns the violated expectations.
@MainActor
func problemsOfShapes() async -> [String] {
    var problems = [problemOfEveryOrder()].compactMap(\.self)
    for trial in callbacks + objects + asynchronous {
        for fate in trial.fates {
            if let problem = await trial.problem(of: fate) { problems.append(problem) }
        }
        if let problem = await trial.problem(of: .kept, isRejected: true) {
            problems.append(problem)
        }
    }
    return problems
}
