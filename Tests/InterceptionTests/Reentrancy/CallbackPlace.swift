@testable import InterceptionTestSupport

/// A place where the library, or a client through it, calls user code.
struct CallbackPlace: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Makes the callback run; called on a thread that belongs to no task.
    let perform: @Sendable (Stage) -> Void

    init(_ description: String, _ perform: @escaping @Sendable (Stage) -> Void) {
        testDescription = description
        self.perform = perform
    }

    static let all = forms + requests + cancelling + watching
}

// MARK: - The forms of a group

extension CallbackPlace {
    private static let forms = [
        Self("the body") { stage in stage.open { _ in stage.callBack() } },
        Self("the body of the asynchronous form") { stage in
            Task {
                _ = try? await withRequestGroup { group in
                    stage.enter(group)
                    stage.callBack()
                }
                stage.end()
            }
        },
        Self("the body of the blocking form") { stage in
            _ = try? withBlockingRequestGroup {
                RequestGroup.current.map(stage.enter)
                stage.callBack()
            }
            stage.end()
        },
        Self("the completion") { stage in
            stage.open { _ in
            } completion: { _ in
                stage.callBack()
            }
        },
        Self("the completion on the main actor") { stage in
            withRequestGroup {
                stage.enter(RequestGroup.current)
            } completion: { _ in
                stage.callBack()
                stage.end()
            }
        },
        Self("the success of the group") { stage in
            withRequestGroup(queue: stage.queue) {
                stage.enter(RequestGroup.current)
            } success: {
                stage.callBack()
                stage.end()
            } failure: { _ in
            }
        },
        Self("the failure of the group") { stage in
            withRequestGroup(queue: stage.queue) {
                stage.enter(RequestGroup.current)
                RequestGroup.current?.enter("failing")?.leave(throwing: ClientError("no"))
            } success: {
            } failure: { _ in
                stage.callBack()
                stage.end()
            }
        },
        Self("a closure in a captured group") { stage in
            stage.open { _ in
                DispatchQueue.global().async(execute: CapturedGroup.capturing { stage.callBack() })
            }
        },
        Self("a closure in a membership") { stage in
            stage.open { group in
                let membership = group.enter("by hand")
                membership?.run { stage.callBack() }
                membership?.leave()
            }
        },
    ]
}

// MARK: - Callbacks of requests

extension CallbackPlace {
    private static let requests = [
        Self("the success of a request") { stage in
            stage.open { _ in stage.network.get("a", success: { _ in stage.callBack() }) }
            for call in stage.client.takeAll() { call.succeed() }
        },
        Self("the failure of a request") { stage in
            stage.open { _ in stage.network.get("a", failure: { _ in stage.callBack() }) }
            for call in stage.client.takeAll() { call.fail() }
        },
        Self("a callback inside the call") { stage in
            let network = InterceptingClient(ManualClient { $0.succeed() })
            stage.open { _ in network.get("a", success: { _ in stage.callBack() }) }
        },
        Self("a second call of a callback") { stage in
            let calls = Locked(0)
            stage.open { _ in
                let again: (String) -> Void = { _ in
                    let count = calls.withLock { calls in
                        calls += 1
                        return calls
                    }
                    if count == 2 { stage.callBack() }
                }
                stage.network.get("a", success: again)
            }
            for call in stage.client.takeAll() { for _ in 1...2 { call.succeed() } }
        },
        Self("the completion of a request") { stage in
            stage.open { _ in
                let completion = { (_: (any Error)?) in stage.callBack() }
                stage.network.intercept("a", .completion(completion)) { $0(nil) }
            }
        },
        Self("the progress of a request") { stage in
            stage.open { _ in
                let progress = { (_: Int) in stage.callBack() }
                stage.network.intercept("a", .progress(progress), .success {}) {
                    progress,
                    success in
                    progress(1)
                    success()
                }
            }
        },
        Self("the finally callback of a request") { stage in
            stage.open { _ in
                let finally = { stage.callBack() }
                stage.network.intercept("a", .success {}, .finally(finally)) { success, finally in
                    success()
                    finally()
                }
            }
        },
        Self("the rejection of a request") { stage in
            stage.open { group in
                group.cancel()
                stage.network.get("a", failure: { _ in stage.callBack() })
            }
        },
        Self("the start of a request that had to wait") { stage in
            let limited = InterceptingClient(
                ManualClient { call in
                    stage.callBack()
                    call.succeed()
                }
            )
            stage.open(.limit(1)) { _ in
                stage.network.get("first")
                limited.get("second")
            }
            for call in stage.client.takeAll() { call.succeed() }
        },
        Self("the release of callbacks that are lost") { stage in
            stage.open { _ in
                let action = CallsBackWhenReleased.action(stage)
                stage.network.get("a", success: { _ in action() })
            }
            _ = stage.client.takeAll()
        },
    ]
}

// MARK: - Watching

extension CallbackPlace {
    private static func observer(of kind: RequestGroupEvent.Kind) -> Self {
        Self("an observer of “\(kind)”") { stage in
            let observer = Reactor { event in
                if event.kind == kind { stage.callBack(event.group) }
            }
            stage.open(.observer(observer)) { _ in
                stage.network.get("a")
                for call in stage.client.takeAll() { for _ in 1...2 { call.succeed() } }
            } completion: { group in
                #expect(group.enter("late") == nil)
            }
        }
    }

    private static let kinds: [RequestGroupEvent.Kind] = [
        .opened, .entered, .left, .duplicateCallback, .lateRequest, .completed,
    ]

    private static let watching =
        kinds.map(observer) + [
            Self("the progress of a group") { stage in
                stage.open(.onProgress { _ in stage.callBack() }) { group in
                    group.enter("by hand")?.leave()
                }
            },
            Self("a reader of the progress") { stage in
                stage.open { group in
                    let membership = group.enter("by hand")
                    let updates = group.progressUpdates
                    Task {
                        for await _ in updates { stage.callBack() }
                        membership?.leave()
                    }
                    membership?.leave()
                }
            },
        ]
}

/// Calls back when it is released, perhaps by the library.
final class CallsBackWhenReleased: Sendable {
    private let stage: Stage

    init(_ stage: Stage) { self.stage = stage }

    deinit { stage.callBack() }

    /// Returns a closure with the only reference to a new object.
    static func action(_ stage: Stage) -> @Sendable () -> Void {
        let object = CallsBackWhenReleased(stage)
        return { withExtendedLifetime(object) {} }
    }
}
