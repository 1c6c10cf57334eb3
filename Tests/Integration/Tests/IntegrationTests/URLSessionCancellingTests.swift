#if canImport(FoundationNetworking)
import Synchronization

/// Requests that are cancelled at random moments, in child processes because a crash ends the process; on Linux
/// even a bare session crashes now and then.
///
/// Serialized, because each test occupies one of the few threads that tasks share.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Cancelling at every moment, on a real server`
{
    @Test func `cancelling requests that are answered fast or slowly never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let server = try await Server.shared.value
            for (path, seeds) in [("echo", 0..<60 as Range<UInt64>), ("slow", 0..<30)] {
                let session = InterceptingClient(URLSession(configuration: .ephemeral))
                let request = URLRequest(url: server.url(path))
                await CancelledMoments(session: session, request: request).run(seeds: seeds)
            }
            _exit(EXIT_SUCCESS)
        }
    }

    @Test func `cancelling requests during a redirect decision never crashes (P2)`() async {
        await #expect(processExitsWith: .success) {
            let url = try await Server.shared.value.url("redirect")
            for seed in 0..<60 { await CancelledRedirects(seed: UInt64(seed), url: url).run() }
            _exit(EXIT_SUCCESS)
        }
    }
}

/// A group of redirected requests, cancelled while their delegate decides about a redirect.
private struct CancelledRedirects {
    private enum Form: CaseIterable {
        case task, taskWithHandler, ownTask, ownTaskWithHandler, download, sent
        case awaited, awaitedWithDelegate
    }

    private enum Cancelling: CaseIterable {
        case group, failFast, tasks, invalidation
    }

    private let url: URL
    private let forms: [Form]
    private let cancelling: Cancelling
    /// The number of redirects that precede the cancellation.
    private let redirectCount: Int
    private let delegate: UnreliableDelegate

    init(seed: UInt64, url: URL) {
        self.url = url
        var random = SeededGenerator(seed: seed)
        forms = (0..<8).map { _ in Form.allCases.randomElement(using: &random) ?? .task }
        cancelling = Cancelling.allCases.randomElement(using: &random) ?? .group
        redirectCount = .random(in: 1...forms.count, using: &random)
        delegate = UnreliableDelegate(
            (0..<forms.count)
                .map { _ in
                    UnreliableDelegate.Manner.allCases.randomElement(using: &random) ?? .late
                }
        )
    }

    /// Returns when all requests have completed.
    func run() async {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = forms.count
        // With a cache, a request with a task delegate is abandoned instead of cancelled.
        configuration.urlCache = nil
        let session = InterceptingClient(
            configuration: configuration,
            delegate: delegate,
            delegateQueue: nil
        )
        let policy: RequestGroupOption = cancelling == .failFast ? .failFast : .tolerant
        _ = try? await withRequestGroup(options: policy) { group in
            let cancels = forms.compactMap { issue($0, in: session) }
            await delegate.asked(redirectCount)
            DispatchQueue.global()
                .async { [cancelling, delegate] in
                    switch cancelling {
                    case .group: group.cancel()
                    case .failFast: group.enter("cause")?.leave(throwing: URLError(.badURL))
                    case .tasks: for cancel in cancels { cancel() }
                    case .invalidation: session.invalidateAndCancel()
                    }
                    delegate.answerLate()
                    // Cancel the remaining requests, whose delegate may never decide.
                    group.cancel()
                }
        }
        if cancelling != .invalidation { session.finishTasksAndInvalidate() }
    }

    /// Issues a request, and returns a closure that cancels only this request.
    private func issue(
        _ form: Form,
        in session: InterceptingClient<URLSession>
    ) -> (@Sendable () -> Void)? {
        let request = URLRequest(url: url)
        switch form {
        case .task:
            let task = session.dataTask(with: request)
            task.resume()
            return { task.cancel() }
        case .taskWithHandler:
            let task = session.dataTask(with: url) { _, _, _ in }
            task.resume()
            return { task.cancel() }
        case .download:
            let task = session.downloadTask(with: request) { _, _, _ in }
            task.resume()
            return { task.cancel { _ in } }
        case .sent:
            let sent = session.send(request) { _ in }
            return { sent.cancel() }
        case .ownTask:
            let task: URLSessionDataTask = session.dataTask(with: request)
            task.resume()
        case .ownTaskWithHandler:
            let task: URLSessionDataTask = session.dataTask(with: request) { _, _, _ in }
            task.resume()
        // Immediate tasks, because issuing a request in an invalidated session ends the process.
        case .awaited:
            let task = Task.immediate { _ = try? await session.data(for: request) }
            return { task.cancel() }
        case .awaitedWithDelegate:
            let delegate = UnreliableDelegate([])
            let task = Task.immediate {
                _ = try? await session.data(for: request, delegate: delegate)
            }
            return { task.cancel() }
        }
        return nil
    }
}

/// A delegate that decides about redirects at once, later, twice or never.
private final class UnreliableDelegate: NSObject, URLSessionDataDelegate {
    enum Manner: CaseIterable {
        case atOnce, onAnotherThread, twice, late, never
    }

    private struct Contents {
        var manners: [Manner]
        var asked = 0
        var late: [@Sendable () -> Void] = []
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let contents: Mutex<Contents>

    init(_ manners: [Manner]) { contents = Mutex(Contents(manners: manners)) }

    /// Waits until the delegate was called for this number of redirects.
    func asked(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isOver = contents.withLock { contents in
                if contents.asked < count { contents.waiting.append((count, continuation)) }
                return contents.asked >= count
            }
            if isOver { continuation.resume() }
        }
    }

    /// Calls the completion handlers that are still pending.
    func answerLate() {
        let answers = contents.withLock { contents in
            defer { contents.late = [] }
            return contents.late
        }
        for answer in answers { answer() }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        let answer = { @Sendable in completionHandler(request) }
        let (manner, met) = contents.withLock { contents in
            let manner = contents.manners.popLast() ?? .atOnce
            contents.asked += 1
            if manner == .late { contents.late.append(answer) }
            let asked = contents.asked
            let met = contents.waiting.filter { $0.count <= asked }
            contents.waiting.removeAll { $0.count <= asked }
            return (manner, met)
        }
        for (_, continuation) in met { continuation.resume() }
        switch manner {
        case .atOnce: answer()
        case .onAnotherThread: DispatchQueue.global().async(execute: answer)
        case .twice:
            answer()
            DispatchQueue.global().async(execute: answer)
        case .late, .never: break
        }
    }
}
#endif
