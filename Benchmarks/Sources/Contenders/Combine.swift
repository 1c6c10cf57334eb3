#if OtherPackages
import Dispatch
import OpenCombine
import ScriptedClient

extension Contender {
    /// A `Future` for each request, merged and collected by the open implementation of Combine.
    static let combine = Contender(
        "combine",
        "OpenCombine",
        [
            .group: post, .failing: post, .someFailing: post,
            .nested: { stage in
                let parts = (0..<(stage.requests / 10)).map { _ in stage.outcomes(10) }
                stage.wait(for: parts.publisher.flatMap { $0 }.collect()) {
                    stage.client.answer()
                }
            },
            .threads: { stage in
                stage.wait(for: stage.outcomes(stage.requests)) {
                    stage.client.answerOnTwoThreads()
                }
            },
            .limited: { stage in
                let outcomes = (0..<stage.requests).publisher
                    .flatMap(maxPublishers: .max(3)) { number in
                        Deferred { stage.post(stage.tally(of: number)) }.outcome
                    }
                stage.wait(for: outcomes.collect()) { stage.client.answer() }
            },
        ]
    )

    private static let post: @Sendable (Stage) -> Void = { stage in
        stage.wait(for: stage.outcomes(stage.requests)) { stage.client.answer() }
    }
}

extension Publisher {
    /// Turns failures into values, because the first failure would end everything.
    fileprivate var outcome: some Publisher<Result<Output, Failure>, Never> {
        map { Result<Output, Failure>.success($0) }.catch { Just(.failure($0)) }
    }
}

extension Stage {
    /// Issues this number of requests at once.
    fileprivate func outcomes(_ count: Int) -> some Publisher<[Result<Int, any Error>], Never> {
        (0..<count).map { number in post(tally(of: number)) }
            .publisher
            .flatMap { $0.outcome }
            .collect()
    }

    fileprivate func post(_ tally: Tally) -> Future<Int, any Error> {
        Future { [client] promise in
            client.post(
                "feed",
                success: { _ in
                    tally.succeeded += 1
                    promise(.success(1))
                },
                failure: { error in
                    tally.failed += 1
                    promise(.failure(error))
                }
            )
        }
    }

    fileprivate func wait(
        for outcomes: some Publisher<[some Any], Never>,
        answer: () -> Void
    ) {
        let subscription = outcomes.sink { [self] outcomes in
            tally.reported = outcomes.count { outcome in
                if case .failure? = outcome as? Result<Int, any Error> { true } else { false }
            }
            completed.signal()
        }
        answer()
        completed.wait()
        subscription.cancel()
    }
}
#endif
