import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The adapters that run when a request starts, and what they make of it.
final class LateAdaptation: Sendable {
    private let issued: URLRequest
    private let origin: RequestOrigin
    private let adapters: ArraySlice<PipelineAdapter>
    private let outcome = Locked<SettledRequest?>(nil)

    init(
        of issued: URLRequest,
        from origin: RequestOrigin,
        by adapters: ArraySlice<PipelineAdapter>
    ) {
        self.issued = issued
        self.origin = origin
        self.adapters = adapters
    }

    /// The request after all adapters, once they have run.
    var settled: SettledRequest? { outcome.withLock { $0 } }

    /// Runs the adapters; a request that is cancelled meanwhile is not settled.
    func run() async {
        var (adapted, refusal) = (issued, (any Error)?.none)
        do {
            try await RequestStubs.$scope.withValue(origin.scope) {
                for adapter in adapters {
                    // An adapter may swallow that it was cancelled, and the next has nothing to adapt then.
                    if Task.isCancelled { throw CancellationError() }
                    adapted = try await adapter.adaptAtStart(adapted, origin.identity)
                }
            }
        } catch {
            refusal = error
        }
        if Task.isCancelled { return }
        let settled = SettledRequest(adapted, from: origin, refusal: refusal)
        outcome.withLock { $0 = settled }
    }
}

extension InterceptedCall {
    /// Runs an asynchronous part of the request in its group; what it sends through the client is a part, too.
    ///
    /// It returns at once if the current task is cancelled, whether or not the operation heeds that: nothing
    /// of the user's holds up what has ended.
    func perform(
        for client: ObjectIdentifier,
        _ operation: @escaping @Sendable () async -> Void
    ) async {
        let (ends, end) = AsyncStream<Never>.makeStream()
        let task =
            if let membership {
                run {
                    Task {
                        await membership.handOperation(to: client) { await operation() }
                        end.finish()
                    }
                }
            } else {
                Task {
                    await operation()
                    end.finish()
                }
            }
        await withTaskCancellationHandler {
            // Nothing comes but the end, or the cancelling.
            for await _ in ends {}
        } onCancel: {
            task.cancel()
        }
    }
}
