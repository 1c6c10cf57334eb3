import Dispatch
import Foundation
import ScriptedClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Contender {
    /// By hand, and with a task-local of the user bound around each callback, as a group propagates the context
    /// of its requests.
    static let byHandWithContext = Contender(
        "by-hand-context",
        "by hand, with context",
        [
            .group: post, .failing: post, .someFailing: post,
            .optional: post, .labelled: post,
            .result: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors, context) = (DispatchGroup(), Errors(), Context())
                for _ in 0..<stage.requests {
                    group.enter()
                    client.get("feed") { result in
                        Context.$value.withValue(context) {
                            switch result {
                            case .success: tally.succeeded += 1
                            case .failure(let error):
                                errors.append(error)
                                tally.failed += 1
                            }
                        }
                        group.leave()
                    }
                }
                stage.finish(group, errors)
            },
            .response: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors, context) = (DispatchGroup(), Errors(), Context())
                for _ in 0..<stage.requests {
                    group.enter()
                    client.load("feed") { _, _, error in
                        Context.$value.withValue(context) {
                            if let error {
                                errors.append(error)
                                tally.failed += 1
                            } else {
                                tally.succeeded += 1
                            }
                        }
                        group.leave()
                    }
                }
                stage.finish(group, errors)
            },
            .progress: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors, context) = (DispatchGroup(), Errors(), Context())
                for _ in 0..<stage.requests {
                    group.enter()
                    client.upload(
                        "feed",
                        progress: { _ in Context.$value.withValue(context) { tally.progressed += 1 }
                        },
                        success: { _ in
                            Context.$value.withValue(context) { tally.succeeded += 1 }
                            group.leave()
                        },
                        failure: { error in
                            errors.append(error)
                            Context.$value.withValue(context) { tally.failed += 1 }
                            group.leave()
                        }
                    )
                }
                stage.finish(group, errors)
            },
            .nested: { stage in
                let (outer, errors) = (DispatchGroup(), Errors())
                for _ in 0..<(stage.requests / 10) {
                    let (inner, context) = (DispatchGroup(), Context())
                    outer.enter()
                    issue(10, on: stage, in: inner, errors, context)
                    inner.notify(queue: .global()) { outer.leave() }
                }
                stage.finish(outer, errors)
            },
            .threads: { stage in
                let client = stage.client
                let (group, errors, context) = (DispatchGroup(), Errors(), Context())
                for number in 0..<stage.requests {
                    let tally = stage.tally(of: number)
                    group.enter()
                    client.post(
                        "feed",
                        success: { _ in
                            Context.$value.withValue(context) { tally.succeeded += 1 }
                            group.leave()
                        },
                        failure: { error in
                            errors.append(error)
                            Context.$value.withValue(context) { tally.failed += 1 }
                            group.leave()
                        }
                    )
                }
                group.notify(queue: .global()) { stage.completed.signal() }
                client.answerOnTwoThreads()
                stage.completed.wait()
            },
            .chain: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors, context) = (DispatchGroup(), Errors(), Context())
                func follow(_ left: Int) {
                    group.enter()
                    client.post(
                        "feed",
                        success: { _ in
                            Context.$value.withValue(context) {
                                tally.succeeded += 1
                                if left > 1 { follow(left - 1) }
                            }
                            group.leave()
                        },
                        failure: { error in
                            errors.append(error)
                            Context.$value.withValue(context) { tally.failed += 1 }
                            group.leave()
                        }
                    )
                }
                follow(stage.requests)
                stage.finish(group, errors)
            },
            .captured: { stage in
                let tally = stage.tally
                let group = DispatchGroup()
                var closures: [() -> Void] = []
                Context.$value.withValue(Context()) {
                    for _ in 0..<stage.requests {
                        group.enter()
                        let context = Context.value
                        closures.append {
                            Context.$value.withValue(context) { tally.succeeded += 1 }
                            group.leave()
                        }
                    }
                }
                group.notify(queue: .global()) { stage.completed.signal() }
                for closure in closures { closure() }
                stage.completed.wait()
            },
        ]
    )

    private static let post: @Sendable (Stage) -> Void = { stage in
        let (group, errors, context) = (DispatchGroup(), Errors(), Context())
        issue(stage.requests, on: stage, in: group, errors, context)
        stage.finish(group, errors)
    }

    private static func issue(
        _ count: Int,
        on stage: Stage,
        in group: DispatchGroup,
        _ errors: Errors,
        _ context: Context
    ) {
        let (client, tally) = (stage.client, stage.tally)
        for _ in 0..<count {
            group.enter()
            client.post(
                "feed",
                success: { _ in
                    Context.$value.withValue(context) { tally.succeeded += 1 }
                    group.leave()
                },
                failure: { error in
                    errors.append(error)
                    Context.$value.withValue(context) { tally.failed += 1 }
                    group.leave()
                }
            )
        }
    }
}
