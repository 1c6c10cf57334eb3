import Foundation
import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The adapters that run when a request starts, and their result.
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

    /// The request after all adapters; `nil` until they have run.
    var settled: SettledRequest? { outcome.withLock { $0 } }

    /// Runs the adapters; a request that is cancelled meanwhile has no result.
    func run() async {
        var (adapted, refusal) = (issued, (any Error)?.none)
        do {
            try await RequestStubs.$scope.withValue(origin.scope) {
                for adapter in adapters {
                    // A cancelled adapter may return without an error; the next one is not called.
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
    /// Runs an operation in the request's group; requests that it sends through the client are subrequests.
    ///
    /// The method returns at once if the current task is cancelled, even if the operation goes on: user code
    /// must not delay the end of a request.
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
            // The stream has no elements. It finishes with the operation, or when the task is cancelled.
            for await _ in ends {}
        } onCancel: {
            task.cancel()
        }
    }
}
