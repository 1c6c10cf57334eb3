#if OtherPackages
import Dispatch
import NIOCore
import NIOPosix
import ScriptedClient

extension Contender {
    /// A promise for each request, on an event loop of SwiftNIO.
    static let futures = Contender(
        "futures",
        "`EventLoopFuture`",
        [
            .group: post, .failing: post, .someFailing: post,
            .nested: { stage in
                let loop = NIOSingletons.posixEventLoopGroup.next()
                let parts = (0..<(stage.requests / 10)).map { _ in
                    EventLoopFuture.whenAllComplete(stage.futures(10, on: loop), on: loop)
                }
                EventLoopFuture.whenAllComplete(parts, on: loop)
                    .whenComplete { _ in stage.completed.signal() }
                stage.client.answer()
                stage.completed.wait()
            },
            .threads: { stage in
                stage.waitForAll()
                stage.client.answerOnTwoThreads()
                stage.completed.wait()
            },
        ]
    )

    private static let post: @Sendable (Stage) -> Void = { stage in
        stage.waitForAll()
        stage.client.answer()
        stage.completed.wait()
    }
}

extension Stage {
    /// Issues all requests, and signals when they have finished.
    fileprivate func waitForAll() {
        let loop = NIOSingletons.posixEventLoopGroup.next()
        EventLoopFuture.whenAllComplete(futures(requests, on: loop), on: loop)
            .whenSuccess { [self] results in
                tally.reported = results.count { result in
                    if case .failure = result { true } else { false }
                }
                completed.signal()
            }
    }

    fileprivate func futures(_ count: Int, on loop: any EventLoop) -> [EventLoopFuture<Int>] {
        (0..<count).map { number in
            let promise = loop.makePromise(of: Int.self)
            let tally = tally(of: number)
            client.post(
                "feed",
                success: { _ in
                    tally.succeeded += 1
                    promise.succeed(1)
                },
                failure: { error in
                    tally.failed += 1
                    promise.fail(error)
                }
            )
            return promise.futureResult
        }
    }
}
#endif
