import Transcripts

/// A request that is issued through one entry point in one situation.
struct SessionRun<Session: Sendable> {
    let entryPoint: EntryPoint<Session>
    let situation: Situation
    let hasDelegate: Bool
    let makeSession:
        @Sendable (URLSessionConfiguration, (any URLSessionDelegate)?, OperationQueue) -> Session

    /// The transcript of the session, and the counters of an enclosing group.
    struct Outcome: Sendable {
        var lines: [String]
        var group: RequestGroup?
        var failures: [RequestFailure] = []
    }

    /// Issues the request outside any group.
    func outside() async throws -> Outcome { try await limited(requestOutside) }

    /// Issues the request in a group, which waits for it.
    func inside() async throws -> Outcome { try await limited(requestInside) }

    /// Returns the outcome of the run, or an outcome without an end if the run takes five minutes.
    private func limited(
        _ run: @escaping @Sendable () async throws -> Outcome
    ) async throws -> Outcome {
        let (outcomes, outcome) = AsyncThrowingStream.makeStream(of: Outcome.self)
        Task {
            do { outcome.yield(try await run()) } catch { outcome.finish(throwing: error) }
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(300))
            print("No end in five minutes: \(Session.self), \(entryPoint.name), \(situation)")
            outcome.yield(Outcome(lines: ["no end"]))
        }
        defer { limit.cancel() }
        return try await outcomes.first { _ in true } ?? Outcome(lines: ["no end"])
    }

    private func requestOutside() async throws -> Outcome {
        let stage = try await Stage(self)
        try await situation.perform(stage.issued, stage.run)
        return Outcome(lines: await stage.lines())
    }

    private func requestInside() async throws -> Outcome {
        var outcome = Outcome(lines: [])
        let stage: Stage
        (stage, outcome.group) = try await withRequestGroup("run", options: .tolerant) { group in
            let stage = try await Stage(self)
            try await situation.perform(stage.issued, stage.run)
            // A task of the body does not keep the group open; the group waits for all other requests.
            if entryPoint.isIssuedLater { await stage.over() }
            return (stage, group)
        }
        outcome.failures = outcome.group?.failures ?? []
        outcome.lines = await stage.lines()
        return outcome
    }

    /// A session for one request, with the request prepared.
    private struct Stage {
        let run = UUID()
        let issued: Issued
        private let session: Session
        private let queue = OperationQueue()
        private let transcript = Transcript()
        private let situation: Situation

        init(_ test: SessionRun) async throws {
            queue.name = "delegate queue"
            queue.maxConcurrentOperationCount = 1
            situation = test.situation
            let configuration = URLSessionConfiguration.ephemeral
            configuration.urlCredentialStorage = nil
            // The session has the timeout, because some methods take only a URL.
            if situation == .timeout { configuration.timeoutIntervalForRequest = 1 }
            if situation == .basicAuthentication, !test.hasDelegate || test.entryPoint.isAskedItself
            {
                let token = Data("user:password".utf8).base64EncodedString()
                configuration.httpAdditionalHeaders = ["Authorization": "Basic \(token)"]
            }
            let credential = URLCredential(
                user: "user",
                password: "password",
                persistence: .forSession
            )
            let delegate =
                test.hasDelegate
                ? TranscribingDelegate(
                    transcript,
                    name: "session",
                    credential: situation == .basicAuthentication ? credential : nil,
                    endsTranscript: test.entryPoint.kind == .delegate
                ) : nil
            session = test.makeSession(configuration, delegate, queue)
            var request = try await situation.request(run)
            if test.entryPoint.isUpload { request.httpMethod = "POST" }
            issued = test.entryPoint.prepare(session, request, transcript)
        }

        func over() async { await transcript.over() }

        /// Returns the transcript after the session has finished all its work.
        func lines() async -> [String] {
            await transcript.over()
            // Remaining callbacks are in the session's queue.
            for _ in 0..<2 {
                await withCheckedContinuation { continuation in
                    queue.addOperation { continuation.resume() }
                }
            }
            return situation.comparable(transcript.lines)
        }
    }
}

extension EntryPoint {
    /// A Boolean value that indicates whether the request is issued after `resume` has returned.
    fileprivate var isIssuedLater: Bool { kind == .asynchronous || name.contains("withResumeData") }

    /// A Boolean value that indicates whether the session obtains credentials without its delegate.
    fileprivate var isAskedItself: Bool { kind == .asynchronous || name.contains("task.delegate") }
}

extension Situation {
    /// Returns the lines that must be equal in every run.
    fileprivate func comparable(_ lines: [String]) -> [String] {
        switch self {
        case .resetInBody, .noCredentials:
            // The received part of the response varies if the connection is reset or the request is cancelled.
            lines.filter { !$0.contains("didReceive") && !$0.contains("didWrite") }
                .map { $0.replacing(#/\((401 |no response).*(?=NSURLErrorDomain)/#, with: "(") }
        default: lines
        }
    }
}
