// Cancels requests of a bare or a wrapped session repeatedly. On Linux Foundation crashes in some of these
// situations; `URLSessionCrashTests` counts the crashes.
//
//     EndingSessions SESSION SITUATION URL

import Dispatch
import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The session whose requests are cancelled; a wrapped one issues them in a group.
enum SessionKind: String {
    case bare, wrapped
}

enum Situation: String {
    /// Tasks fail while the session cancels them, with a cache and a serial handler queue.
    case failingSerially
    /// The same with a concurrent queue, for the handlers or for a delegate.
    case failingConcurrently, failingWithDelegate
    /// Tasks receive answers while the session cancels them, without a cache and with a concurrent handler
    /// queue.
    case answered
    /// The bare session is invalidated while callers await requests.
    case invalidated
}

protocol CancellableTask {
    func resume()
    func cancel()
}

extension URLSessionTask: CancellableTask {}
extension AnyInterceptedTask: CancellableTask {}

/// Signals each end of a task without a handler.
final class EndDelegate: NSObject, URLSessionTaskDelegate {
    let ended: DispatchSemaphore

    init(_ ended: DispatchSemaphore) { self.ended = ended }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        ended.signal()
    }
}

func cancelTasks(of kind: SessionKind, _ situation: Situation, _ url: URL) {
    let (isAnswered, hasHandler) = (situation == .answered, situation != .failingWithDelegate)
    let configuration = URLSessionConfiguration.default
    configuration.httpMaximumConnectionsPerHost = 80
    if isAnswered { configuration.urlCache = nil }
    let (queue, ended) = (OperationQueue(), DispatchSemaphore(value: 0))
    if situation == .failingSerially { queue.maxConcurrentOperationCount = 1 }
    let wrapped = InterceptingClient(
        configuration: configuration,
        delegate: hasHandler ? nil : EndDelegate(ended),
        delegateQueue: queue
    )
    let bare = URLSession(
        configuration: configuration,
        delegate: hasHandler ? nil : EndDelegate(ended),
        delegateQueue: queue
    )

    func makeTask() -> any CancellableTask {
        switch (kind, hasHandler) {
        case (.bare, true): bare.dataTask(with: url) { _, _, _ in ended.signal() }
        case (.bare, false): bare.dataTask(with: url)
        case (.wrapped, true): wrapped.dataTask(with: url) { _, _, _ in ended.signal() }
        case (.wrapped, false): wrapped.dataTask(with: url)
        }
    }

    for _ in 0..<(isAnswered ? 10 : 25) {
        var tasks: [any CancellableTask] = []
        withRequestGroup(options: .tolerant, queue: .global()) {
            tasks = (0..<80).map { _ in makeTask() }
            for task in tasks { task.resume() }
        } completion: { _ in
        }
        // Answered requests are cancelled when answers arrive, failing ones at once.
        if isAnswered { ended.wait() }
        for task in tasks { task.cancel() }
        for _ in (isAnswered ? 1 : 0)..<80 { ended.wait() }
    }
}

@available(macOS 26, *)
func invalidateWhileAwaiting(_ kind: SessionKind, _ url: URL) async {
    for isCancelled in [true, false] {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        let bare = URLSession(configuration: configuration)
        let wrapped = InterceptingClient(
            bare,
            settings: InterceptionSettings { $0.limiter = RequestLimiter(limit: 1) }
        )
        // Immediate tasks issue every request before the session is invalidated.
        let replies = (0..<20)
            .map { _ in
                Task.immediate {
                    if kind == .wrapped {
                        _ = try? await wrapped.data(from: url)
                        return
                    }
                    await withCheckedContinuation { continuation in
                        bare.dataTask(with: url) { _, _, _ in continuation.resume() }.resume()
                    }
                }
            }
        if isCancelled { bare.invalidateAndCancel() } else { bare.finishTasksAndInvalidate() }
        for reply in replies { await reply.value }
    }
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 3, let kind = SessionKind(rawValue: arguments[1]),
    let situation = Situation(rawValue: arguments[2]), let url = URL(string: arguments[3])
else { fatalError("usage: EndingSessions SESSION SITUATION URL") }

if situation == .invalidated {
    if #available(macOS 26, *) { await invalidateWhileAwaiting(kind, url) }
} else {
    cancelTasks(of: kind, situation, url)
}
// Exit without cleanup, because a session may still be working.
_exit(EXIT_SUCCESS)
