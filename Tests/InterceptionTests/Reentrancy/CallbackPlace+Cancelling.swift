@testable import InterceptionTestSupport

// The closures that run when requests are cancelled.
extension CallbackPlace {
    private typealias Reply = Result<String, ClientError>

    /// A request with a cancel handler, which runs when the group cancels the request.
    private static func cancelHandler(
        _ description: String,
        _ options: @escaping @Sendable (Stage) -> RequestGroupOption,
        cancel: @escaping @Sendable (RequestGroup, Stage) -> Void
    ) -> Self {
        Self("the cancel handler of a request, \(description)") { stage in
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
        cancelHandler("by hand", { _ in .tolerant }, cancel: { group, _ in group.cancel() }),
        cancelHandler(
            "by a failure",
            { _ in .failFast },
            cancel: { group, _ in group.enter("failing")?.leave(throwing: ClientError("no")) }
        ),
        cancelHandler(
            "by the deadline",
            { .timeout(.seconds(1), clock: $0.clock) },
            cancel: { _, stage in Task { await stage.clock.advanceWhenAsleep(by: .seconds(1)) } }
        ),
        Self("the cancel handler of a request, at once") { stage in
            stage.open { group in
                group.cancel()
                let membership = group.enter("by hand")
                membership?.onCancel { stage.callBack() }
                membership?.leave()
            }
        },
        Self("the cancel handler of a nested group's request") { stage in
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
        Self("the release of a cancel handler") { stage in
            stage.open { group in
                let membership = group.enter("by hand")
                // Only the membership retains the closure, so the closure is released when the request leaves.
                membership?.onCancel(CallsBackWhenReleased.action(stage))
                membership?.leave()
            }
        },
    ]
}
