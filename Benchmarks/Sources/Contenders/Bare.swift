import ScriptedClient

extension Contender {
    /// The client alone, without waiting for its requests.
    static let bare = Contender(
        "bare",
        "the bare client",
        [
            .outside: post, .group: post, .nested: post, .failing: post, .someFailing: post,
            .optional: postOptional, .labelled: post,
            .result: { stage in
                let (client, tally) = (stage.client, stage.tally)
                for _ in 0..<stage.requests {
                    client.get("feed") { result in
                        switch result {
                        case .success: tally.succeeded += 1
                        case .failure: tally.failed += 1
                        }
                    }
                }
                client.answer()
            },
            .response: { stage in
                let (client, tally) = (stage.client, stage.tally)
                for _ in 0..<stage.requests {
                    client.load("feed") { _, _, error in
                        if error == nil { tally.succeeded += 1 } else { tally.failed += 1 }
                    }
                }
                client.answer()
            },
            .progress: { stage in
                let (client, tally) = (stage.client, stage.tally)
                for _ in 0..<stage.requests {
                    client.upload(
                        "feed",
                        progress: tally.progress,
                        success: tally.succeed,
                        failure: tally.fail
                    )
                }
                client.answer()
            },
            .threads: { stage in
                for number in 0..<stage.requests {
                    let tally = stage.tally(of: number)
                    stage.client.post("feed", success: tally.succeed, failure: tally.fail)
                }
                stage.client.answerOnTwoThreads()
            },
            .onMain: { stage in
                let (client, tally) = (stage.client, stage.tally)
                for _ in 0..<stage.requests {
                    client.getOnMain("feed") { tally.succeeded += (try? $0.get()) ?? 0 }
                }
            },
            .operation: { stage in stage.countInTask { try await stage.client.value("feed") } },
            .reply: { stage in
                stage.countInTask {
                    try await withCheckedThrowingContinuation { continuation in
                        stage.client.postAtOnce(
                            "feed",
                            success: { continuation.resume(returning: $0) },
                            failure: { continuation.resume(throwing: $0) }
                        )
                    }
                }
            },
            .chain: { stage in
                let (client, tally) = (stage.client, stage.tally)
                func follow(_ left: Int) {
                    client.post(
                        "feed",
                        success: { _ in
                            tally.succeeded += 1
                            if left > 1 { follow(left - 1) }
                        },
                        failure: { _ in tally.failed += 1 }
                    )
                }
                follow(stage.requests)
                client.answer()
            },
            .captured: { stage in
                let tally = stage.tally
                var closures: [() -> Void] = []
                for _ in 0..<stage.requests { closures.append { tally.succeeded += 1 } }
                for closure in closures { closure() }
            },
        ]
    )

    private static let postOptional: @Sendable (Stage) -> Void = { stage in
        let (client, tally) = (stage.client, stage.tally)
        for _ in 0..<stage.requests {
            client.postOptional("feed", success: tally.succeed, failure: tally.fail)
        }
        client.answer()
    }

    private static let post: @Sendable (Stage) -> Void = { stage in
        let (client, tally) = (stage.client, stage.tally)
        for _ in 0..<stage.requests {
            client.post("feed", success: tally.succeed, failure: tally.fail)
        }
        client.answer()
    }
}
