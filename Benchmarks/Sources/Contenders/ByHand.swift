import Dispatch
import Foundation
import ScriptedClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Contender {
    /// A `DispatchGroup`, a lock and an array of errors, as a careful user writes it by hand.
    static let byHand = Contender(
        "by-hand",
        "`DispatchGroup` by hand",
        [
            .group: post, .failing: post, .someFailing: post,
            .optional: post, .labelled: post,
            .result: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors) = (DispatchGroup(), Errors())
                for _ in 0..<stage.requests {
                    group.enter()
                    client.get("feed") { result in
                        switch result {
                        case .success: tally.succeeded += 1
                        case .failure(let error):
                            errors.append(error)
                            tally.failed += 1
                        }
                        group.leave()
                    }
                }
                stage.finish(group, errors)
            },
            .response: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors) = (DispatchGroup(), Errors())
                for _ in 0..<stage.requests {
                    group.enter()
                    client.load("feed") { _, _, error in
                        if let error {
                            errors.append(error)
                            tally.failed += 1
                        } else {
                            tally.succeeded += 1
                        }
                        group.leave()
                    }
                }
                stage.finish(group, errors)
            },
            .progress: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors) = (DispatchGroup(), Errors())
                for _ in 0..<stage.requests {
                    group.enter()
                    client.upload(
                        "feed",
                        progress: { _ in tally.progressed += 1 },
                        success: { _ in
                            tally.succeeded += 1
                            group.leave()
                        },
                        failure: { error in
                            errors.append(error)
                            tally.failed += 1
                            group.leave()
                        }
                    )
                }
                stage.finish(group, errors)
            },
            .nested: { stage in
                let (outer, errors) = (DispatchGroup(), Errors())
                for _ in 0..<(stage.requests / 10) {
                    let inner = DispatchGroup()
                    outer.enter()
                    issue(10, on: stage, in: inner, errors)
                    inner.notify(queue: .global()) { outer.leave() }
                }
                stage.finish(outer, errors)
            },
            .threads: { stage in
                let client = stage.client
                let (group, errors) = (DispatchGroup(), Errors())
                for number in 0..<stage.requests {
                    let tally = stage.tally(of: number)
                    group.enter()
                    client.post(
                        "feed",
                        success: { _ in
                            tally.succeeded += 1
                            group.leave()
                        },
                        failure: { error in
                            errors.append(error)
                            tally.failed += 1
                            group.leave()
                        }
                    )
                }
                group.notify(queue: .global()) { stage.completed.signal() }
                client.answerOnTwoThreads()
                stage.completed.wait()
            },
            .limited: { stage in
                let (client, tally) = (stage.locked, stage.tally)
                let (group, errors) = (DispatchGroup(), Errors())
                let slots = DispatchSemaphore(value: 3)
                group.enter()
                // Waiting for a permit blocks a thread, so it must not be the thread of the answers.
                DispatchQueue.global().async {
                    for _ in 0..<stage.requests {
                        slots.wait()
                        group.enter()
                        client.post(
                            "feed",
                            success: { _ in
                                tally.succeeded += 1
                                slots.signal()
                                group.leave()
                            },
                            failure: { error in
                                errors.append(error)
                                tally.failed += 1
                                slots.signal()
                                group.leave()
                            }
                        )
                    }
                    group.leave()
                }
                group.notify(queue: .global()) { stage.completed.signal() }
                client.answerAsTheyCome(stage.requests)
                stage.completed.wait()
            },
            .batch: { stage in stage.recurse() },
            .chain: { stage in
                let (client, tally) = (stage.client, stage.tally)
                let (group, errors) = (DispatchGroup(), Errors())
                func follow(_ left: Int) {
                    group.enter()
                    client.post(
                        "feed",
                        success: { _ in
                            tally.succeeded += 1
                            if left > 1 { follow(left - 1) }
                            group.leave()
                        },
                        failure: { error in
                            errors.append(error)
                            tally.failed += 1
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
                for _ in 0..<stage.requests {
                    group.enter()
                    closures.append {
                        tally.succeeded += 1
                        group.leave()
                    }
                }
                group.notify(queue: .global()) { stage.completed.signal() }
                for closure in closures { closure() }
                stage.completed.wait()
            },
        ]
    )

    private static let post: @Sendable (Stage) -> Void = { stage in
        let (group, errors) = (DispatchGroup(), Errors())
        issue(stage.requests, on: stage, in: group, errors)
        stage.finish(group, errors)
    }

    private static func issue(
        _ count: Int,
        on stage: Stage,
        in group: DispatchGroup,
        _ errors: Errors
    ) {
        let (client, tally) = (stage.client, stage.tally)
        for _ in 0..<count {
            group.enter()
            client.post(
                "feed",
                success: { _ in
                    tally.succeeded += 1
                    group.leave()
                },
                failure: { error in
                    errors.append(error)
                    tally.failed += 1
                    group.leave()
                }
            )
        }
    }
}

extension Stage {
    /// Answers all requests, which have been issued, and waits for the group.
    func finish(_ group: DispatchGroup, _ errors: Errors) {
        group.notify(queue: .global()) { [self] in
            tally.reported = errors.count
            completed.signal()
        }
        client.answer()
        completed.wait()
    }
}
