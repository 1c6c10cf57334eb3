import Dispatch
import Foundation
import Interception
import ScriptedClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Contender {
    /// This library: the wrapped client in a group.
    static let grouped = Contender(
        "grouped",
        "this library, in a group",
        [
            .group: post, .failing: post, .someFailing: post,
            .optional: { stage in
                let (network, tally) = (stage.network, stage.tally)
                stage.inGroup {
                    for _ in 0..<stage.requests {
                        network.postOptional("feed", success: tally.succeed, failure: tally.fail)
                    }
                }
            },
            .labelled: { stage in
                let (network, tally) = (stage.network, stage.tally)
                stage.inGroup {
                    for _ in 0..<stage.requests {
                        network.postLabelled("feed", success: tally.succeed, failure: tally.fail)
                    }
                }
            },
            .result: { stage in
                let (network, tally) = (stage.network, stage.tally)
                stage.inGroup {
                    for _ in 0..<stage.requests {
                        network.get("feed") { result in
                            switch result {
                            case .success: tally.succeeded += 1
                            case .failure: tally.failed += 1
                            }
                        }
                    }
                }
            },
            .response: { stage in
                let (network, tally) = (stage.network, stage.tally)
                stage.inGroup {
                    for _ in 0..<stage.requests {
                        network.load("feed") { _, _, error in
                            if error == nil { tally.succeeded += 1 } else { tally.failed += 1 }
                        }
                    }
                }
            },
            .progress: { stage in
                let (network, tally) = (stage.network, stage.tally)
                stage.inGroup {
                    for _ in 0..<stage.requests {
                        network.upload(
                            "feed",
                            progress: tally.progress,
                            success: tally.succeed,
                            failure: tally.fail
                        )
                    }
                }
            },
            .nested: { stage in
                stage.inGroup {
                    for _ in 0..<(stage.requests / 10) {
                        withRequestGroup("part", queue: .global()) {
                            stage.post(10)
                        } completion: { _ in
                        }
                    }
                }
            },
            .threads: { stage in
                let network = stage.network
                withRequestGroup("page", queue: .global()) {
                    for number in 0..<stage.requests {
                        let tally = stage.tally(of: number)
                        network.post("feed", success: tally.succeed, failure: tally.fail)
                    }
                } completion: { _ in
                    stage.completed.signal()
                }
                stage.client.answerOnTwoThreads()
                stage.completed.wait()
            },
            .permitFree: { stage in
                stage.inGroup(options: .limit(stage.requests)) { stage.post(stage.requests) }
            },
            .limited: { stage in
                stage.inGroup(options: .limit(3)) { stage.post(stage.requests) }
            },
            .batch: { stage in stage.batch() },
            .observed: { stage in
                stage.inGroup(options: .observer(Silent())) { stage.post(stage.requests) }
            },
            .cancelled: { stage in
                let (network, tally) = (stage.network, stage.tally)
                stage.inGroup {
                    for _ in 0..<stage.requests {
                        network.postCancellable("feed", success: tally.succeed, failure: tally.fail)
                    }
                    RequestGroup.current?.cancel()
                }
            },
            .rejected: { stage in
                let (network, tally) = (stage.queued, stage.tally)
                stage.inGroup {
                    RequestGroup.current?.cancel()
                    for _ in 0..<stage.requests {
                        network.post("feed", success: tally.succeed, failure: tally.fail)
                    }
                }
            },
            .chain: { stage in
                let (network, tally) = (stage.network, stage.tally)
                func follow(_ left: Int) {
                    network.post(
                        "feed",
                        success: { _ in
                            tally.succeeded += 1
                            if left > 1 { follow(left - 1) }
                        },
                        failure: { _ in tally.failed += 1 }
                    )
                }
                stage.inGroup { follow(stage.requests) }
            },
            .captured: { stage in
                let tally = stage.tally
                var closures: [() -> Void] = []
                withRequestGroup("page", queue: .global()) {
                    for _ in 0..<stage.requests {
                        closures.append(CapturedGroup.capturing { tally.succeeded += 1 })
                    }
                } completion: { _ in
                    stage.completed.signal()
                }
                for closure in closures { closure() }
                stage.completed.wait()
            },
            .onMain: { stage in
                let (network, tally) = (stage.network, stage.tally)
                stage.inGroup {
                    for _ in 0..<stage.requests {
                        network.getOnMain("feed") { tally.succeeded += (try? $0.get()) ?? 0 }
                    }
                }
            },
            .operation: { stage in
                stage.inAwaitedGroup { try await stage.network.value("feed") }
            },
            .reply: { stage in
                stage.inAwaitedGroup { try await stage.network.reply("feed") }
            },
            .awaited: { stage in
                stage.inTasks { try? await withRequestGroup("page") { stage.postLocked() } }
            },
            .unwound: { stage in
                stage.inGroup {
                    for _ in 0..<(stage.requests / 10) { stage.nest(depth: 10) }
                    RequestGroup.current?.cancel()
                }
            },
        ]
    )

    /// The same, with a propagated task-local of the app.
    static let carrying = Contender(
        "carrying",
        "the same, carrying a task-local",
        [
            .group: { stage in
                let (network, tally, context) = (stage.carrying, stage.tally, Context())
                stage.inGroup {
                    Context.$value.withValue(context) {
                        for _ in 0..<stage.requests {
                            network.post("feed", success: tally.succeed, failure: tally.fail)
                        }
                    }
                }
            }
        ]
    )

    private static let post: @Sendable (Stage) -> Void = { stage in
        stage.inGroup { stage.post(stage.requests) }
    }
}

private struct Silent: RequestGroupObserver {
    func observe(_ event: RequestGroupEvent) {}
}

extension Stage {
    fileprivate func inGroup(
        options: RequestGroupOption = [],
        _ issue: () -> Void
    ) {
        withRequestGroup("page", options: options, queue: .global()) {
            issue()
        } completion: { [self] result in
            if case .failure(let error as RequestGroupError) = result {
                tally.reported = error.failures.count
            }
            completed.signal()
        }
        client.answer()
        completed.wait()
    }

    fileprivate func inAwaitedGroup(_ body: @escaping @Sendable () async throws -> Int) {
        Task.detached { [self] in
            try? await withRequestGroup("page") { await count(body) }
            completed.signal()
        }
        completed.wait()
    }

    /// Opens nested groups, each with a request, to this depth.
    fileprivate func nest(depth: Int) {
        withRequestGroup("part", queue: .global()) {
            post(1)
            if depth > 1 { nest(depth: depth - 1) }
        } completion: { _ in
        }
    }

    fileprivate func postLocked() {
        lockedNetwork.post("feed", success: tally.succeed, failure: tally.fail)
    }

    /// Not shared with the contender by hand: the closures of each are created at its own call sites.
    @inline(never)
    fileprivate func post(_ count: Int) {
        for _ in 0..<count {
            network.post("feed", success: tally.succeed, failure: tally.fail)
        }
    }
}
