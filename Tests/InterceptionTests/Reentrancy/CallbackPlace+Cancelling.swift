import Interception
import TestSupport

@testable import InterceptionTestSupport

// What is called when requests are cancelled.
extension CallbackPlace {
    private typealias Reply = Result<String, ClientError>

    /// A request that does this when it is cancelled by what happens to its group.
    private static func cancelAction(
        _ description: String,
        _ options: @escaping @Sendable (Stage) -> RequestGroupOption,
        cancel: @escaping @Sendable (RequestGroup, Stage) -> Void
    ) -> Self {
        Self("the cancel action of a request, \(description)") { stage in
            stage.open(options(stage)) { group in
                let membership = group.enter("by hand")
                membership?.onCancel {
                    stage.callBack()
                    membership?.leave(throwing: ClientError("-999"))
                }
                cancel(group, stage)
            }
        }
    }

    static let cancelling = [
        cancelAction("by hand", { _ in .tolerant }, cancel: { group, _ in group.cancel() }),
        cancelAction(
            "by a failure",
            { _ in .failFast },
            cancel: { group, _ in group.enter("failing")?.leave(throwing: ClientError("no")) }
        ),
        cancelAction(
            "by the deadline",
            { .timeout(.seconds(1), clock: $0.clock) },
            cancel: { _, stage in
                Task { await stage.clock.advanceWhenAsleep(by: .seconds(1)) }
            }
        ),
        Self("the cancel action of a request, at once") { stage in
            stage.open { group in
                group.cancel()
                let membership = group.enter("by hand")
                membership?.onCancel { stage.callBack() }
                membership?.leave()
            }
        },
        Self("the cancel action of a nested group's request") { stage in
            stage.open { group in
                withRequestGroup(queue: stage.queue) {
                    let membership = RequestGroup.current?.enter("by hand")
                    membership?.onCancel {
                        stage.callBack()
                        membership?.leave()
                    }
                } completion: { _ in
                }
                group.cancel()
            }
        },
        Self("the cancelling of a handle") { stage in
            let client = HandleClient()
            let cancel: @Sendable (HandleClient.Handle) -> Void = { handle in
                stage.callBack()
                HandleClient.Handle.cancel(handle)
            }
            stage.open { group in
                let handle = stage.network.intercept(
                    "a",
                    .completion { (_: Reply) in },
                    cancel: cancel
                ) { client.load("a", completion: $0) }
                group.cancel()
                withExtendedLifetime(handle) {}
            }
        },
        Self("the release of a cancel action") { stage in
            stage.open { group in
                let membership = group.enter("by hand")
                // Nobody else holds it: it is released when the request leaves.
                membership?.onCancel(CallsBackWhenReleased.action(stage))
                membership?.leave()
            }
        },
    ]
}
