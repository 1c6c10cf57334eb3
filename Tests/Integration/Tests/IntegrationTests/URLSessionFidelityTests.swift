import BareEntryPoints
import Transcripts
import WrappedEntryPoints

/// Compares a wrapped session with a bare session: each entry point in each situation, bare, wrapped, wrapped in a
/// group, and in a group with a pipeline.
///
/// Each entry point prints its row of the table in Fidelity.md; `scripts/fidelity` collects them.
@Suite struct `A wrapped URLSession compared with a bare URLSession` {
    private let watcher = Watcher()

    @Test func `the lists of wrapped and bare entry points name the same methods`() {
        let names = BareEntryPoints.entryPoints.map(\.name)
        #expect(WrappedEntryPoints.entryPoints.map(\.name) == names)
        #expect(Set(names).count == names.count)
        let situations = Situation.allCases.map(\.rawValue)
        print("| # | Entry point | \(situations.joined(separator: " | ")) |")
    }

    @Test(.timeLimit(.minutes(20)), arguments: BareEntryPoints.entryPoints.indices)
    func `wrapped and bare sessions make the same callbacks in the same order (I1)`(
        index: Int
    ) async throws {
        var verdicts: [String] = []
        for situation in Situation.allCases { verdicts.append(try await verdict(index, situation)) }
        let name = BareEntryPoints.entryPoints[index].name
        print("| \(index + 1) | `\(name)` | \(verdicts.joined(separator: " | ")) |")
    }

    private func verdict(_ index: Int, _ situation: Situation) async throws -> String {
        let bare = BareEntryPoints.entryPoints[index]
        guard situation.applies(to: bare) else { return "–" }
        for hasDelegate in situation.delegates(of: bare) {
            let comment = Comment("\(bare.name), \(situation), with a delegate: \(hasDelegate)")
            let empty = situation == .emptyPipeline ? RequestPipeline() : nil
            let run = wrappedRun(index, situation, hasDelegate: hasDelegate, empty)
            let piped = wrappedRun(index, situation, hasDelegate: hasDelegate, idlePipeline)
            // At the same time, because a run may last as long as the timeout of a request.
            async let outside = run.outside()
            async let inGroup = run.inside()
            async let withPipeline = piped.inside()
            async let firstBare =
                situation.canHang(bare)
                ? nil : bareLines(bare, situation, hasDelegate: hasDelegate)
            let inside = [try await inGroup, try await withPipeline]
            let outcomes = [try await outside] + inside
            for outcome in inside { check(outcome, situation, comment) }
            guard let firstBare = try await firstBare else {
                for outcome in outcomes {
                    #expect(outcome.lines.last?.contains("-999") == true, comment)
                }
                return "cancelled"
            }

            // The bare session has several outcomes too, for example after a connection reset, and a rare one may
            // take many runs.
            let expected = Set(outcomes.map { comparable($0.lines, situation) })
            var seen: Set = [comparable(firstBare, situation)]
            for _ in 0..<200 where !seen.isSuperset(of: expected) {
                let lines = try await bareLines(bare, situation, hasDelegate: hasDelegate)
                seen.insert(comparable(lines, situation))
            }
            #expect(seen.isSuperset(of: expected), comment)
            guard seen.isSuperset(of: expected) else { return "differs" }
        }
        return bare.isDownloadWithDelegate ? "mended" : "same"
    }

    /// Returns the transcripts of the bare session; instead of a method that writes its file twice, the same
    /// method without a delegate.
    private func bareLines(
        _ entryPoint: EntryPoint<URLSession>,
        _ situation: Situation,
        hasDelegate: Bool
    ) async throws -> [String] {
        func lines(_ entryPoint: EntryPoint<URLSession>) async throws -> [String] {
            let run = SessionRun(
                entryPoint: entryPoint,
                situation: situation,
                hasDelegate: hasDelegate
            ) { URLSession(configuration: $0, delegate: $1, delegateQueue: $2) }
            return try await run.outside().lines
        }
        let delegated = try await lines(entryPoint)
        guard entryPoint.isDownloadWithDelegate else { return delegated }
        let returned = try await lines(entryPoint.withoutDelegate).filter { $0.isEnd }
        return delegated.filter { !$0.isEnd } + returned
    }

    /// Removes the progress of uploads, which varies in the bare session too if the request times out or is
    /// cancelled.
    private func comparable(_ lines: [String], _ situation: Situation) -> [String] {
        let racing: [Situation] = [.timeout, .noCredentials, .cancelledDuring]
        return racing.contains(situation) ? lines.filter { !$0.contains("didSend") } : lines
    }

    private func wrappedRun(
        _ index: Int,
        _ situation: Situation,
        hasDelegate: Bool,
        _ pipeline: RequestPipeline? = nil
    ) -> SessionRun<InterceptingClient<URLSession>> {
        SessionRun(
            entryPoint: WrappedEntryPoints.entryPoints[index],
            situation: situation,
            hasDelegate: hasDelegate
        ) { configuration, delegate, queue in
            InterceptingClient(
                configuration: configuration,
                delegate: delegate,
                delegateQueue: queue,
                pipeline: pipeline
            )
        }
    }

    /// A pipeline whose steps change nothing.
    private var idlePipeline: RequestPipeline {
        RequestPipeline(
            adapters: [PipelineAdapter { request, _ in request }],
            stubs: RequestStubs(passesThrough: true),
            validators: [{ _ in }],
            observers: [watcher]
        )
    }

    /// Checks that the group counted the request once, and its failure if it failed.
    private func check(
        _ outcome: SessionRun<InterceptingClient<URLSession>>.Outcome,
        _ situation: Situation,
        _ comment: Comment
    ) {
        // A request that is cancelled before it is resumed may not have entered the group.
        if situation == .cancelledBefore { return }
        #expect(outcome.lines.contains { $0.isEnd }, comment)
        let hasFailed = outcome.lines.contains { $0.isEnd && $0.hasError }
        #expect(outcome.group?.progress.total == 1, comment)
        #expect(outcome.group?.progress.finished == 1, comment)
        #expect(outcome.failures.count == (hasFailed ? 1 : 0), comment)
    }
}

/// An observer that the test owns, because a pipeline holds its observers weakly.
private final class Watcher: RequestObserver {
    func request(_ request: RequestSnapshot, didFinishWith outcome: RequestOutcome) {}
}

extension Situation {
    fileprivate func applies<Session>(to entryPoint: EntryPoint<Session>) -> Bool {
        // On Linux resuming downloads is not implemented, so the resource is irrelevant, and such a task does not
        // report its cancellation.
        if entryPoint.name.contains("withResumeData") { return self == .get }
        // Foundation on Linux ends the process if the connection closes while it reads the file of an upload: it then
        // resumes a transfer that has no connection.
        if entryPoint.name.contains("fromFile"), closesEarly { return false }
        // A method that takes a URL sends no body.
        if self == .post { return !entryPoint.name.contains("url") }
        return true
    }

    /// A Boolean value that indicates whether the connection may close before the body has been sent.
    private var closesEarly: Bool {
        [.noCredentials, .resetBeforeHeader, .resetInBody, .cutOff, .cancelledDuring].contains(self)
    }

    /// Returns, for each run, whether the session has a delegate.
    fileprivate func delegates<Session>(of entryPoint: EntryPoint<Session>) -> [Bool] {
        if entryPoint.kind == .delegate { return [true] }
        // Once is enough, because a large body takes longer than the other situations.
        return self == .large ? [false] : [false, true]
    }

    /// Returns whether the bare session may hang: on Linux it does if a Swift task is cancelled.
    fileprivate func canHang<Session>(_ entryPoint: EntryPoint<Session>) -> Bool {
        guard entryPoint.kind == .asynchronous else { return false }
        return [.cancelledBefore, .cancelledDuring, .noCredentials].contains(self)
    }
}

extension EntryPoint {
    /// A Boolean value that indicates whether the bare session on Linux writes the body to the file twice.
    fileprivate var isDownloadWithDelegate: Bool {
        name.hasPrefix("download(") && name.contains("delegate: delegate")
    }
}

extension EntryPoint<URLSession> {
    fileprivate var withoutDelegate: Self {
        let name = name.replacing(", delegate: delegate", with: "")
        return BareEntryPoints.entryPoints.first { $0.name == name } ?? self
    }
}

extension String {
    fileprivate var isEnd: Bool {
        ["handler", "returned", "threw", "session didComplete", "task didComplete"]
            .contains { hasPrefix($0) }
    }

    fileprivate var hasError: Bool {
        hasPrefix("threw") || !(hasPrefix("returned") || contains("no error"))
    }
}
