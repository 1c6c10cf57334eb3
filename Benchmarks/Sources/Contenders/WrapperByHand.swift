import Dispatch
import Foundation
import ScriptedClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A group as a careful user writes it to leave call sites unchanged.
final class HandGroup: Sendable {
    @TaskLocal static var current: HandGroup?

    let requests = DispatchGroup()
    let errors = Errors()

    /// Runs a callback that ends a request, with the group as the current one.
    func end(_ error: (any Error)? = nil, _ callback: () -> Void) {
        if let error { errors.append(error) }
        HandGroup.$current.withValue(self) { callback() }
        requests.leave()
    }
}

/// The wrapper for this group: finds the group of the caller, enters, and leaves after the last callback.
///
/// It trusts the client to call back once, and has no labels, no cancelling and no order of failures.
struct HandWrapped: Sendable {
    let base: StoringClient

    func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        guard let group = HandGroup.current else {
            return base.post(path, success: success, failure: failure)
        }
        group.requests.enter()
        base.post(
            path,
            success: { value in group.end { success(value) } },
            failure: { error in group.end(error) { failure(error) } }
        )
    }

    func postOptional(
        _ path: String,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        guard let group = HandGroup.current else {
            return base.postOptional(path, success: success, failure: failure)
        }
        group.requests.enter()
        base.postOptional(
            path,
            success: { value in group.end { success?(value) } },
            failure: { error in group.end(error) { failure?(error) } }
        )
    }

    func get(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        guard let group = HandGroup.current else { return base.get(path, completion: completion) }
        group.requests.enter()
        base.get(path) { result in
            if case .failure(let error) = result {
                group.end(error) { completion(result) }
            } else {
                group.end { completion(result) }
            }
        }
    }

    func load(
        _ path: String,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        guard let group = HandGroup.current else { return base.load(path, completion: completion) }
        group.requests.enter()
        base.load(path) { data, response, error in
            group.end(error) { completion(data, response, error) }
        }
    }

    func upload(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        guard let group = HandGroup.current else {
            return base.upload(path, progress: progress, success: success, failure: failure)
        }
        group.requests.enter()
        base.upload(
            path,
            progress: { fraction in HandGroup.$current.withValue(group) { progress(fraction) } },
            success: { value in group.end { success(value) } },
            failure: { error in group.end(error) { failure(error) } }
        )
    }
}

extension Contender {
    /// The fair comparison for this library: the same calls through a hand-written wrapper.
    static let wrapperByHand = Contender(
        "wrapper-by-hand",
        "a wrapper by hand",
        [
            .group: post, .labelled: post, .failing: post, .someFailing: post,
            .outside: { stage in
                stage.postByHand(stage.requests)
                stage.client.answer()
            },
            .optional: { stage in
                stage.inHandGroup { network, tally in
                    for _ in 0..<stage.requests {
                        network.postOptional("feed", success: tally.succeed, failure: tally.fail)
                    }
                }
            },
            .result: { stage in
                stage.inHandGroup { network, tally in
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
                stage.inHandGroup { network, tally in
                    for _ in 0..<stage.requests {
                        network.load("feed") { _, _, error in
                            if error == nil { tally.succeeded += 1 } else { tally.failed += 1 }
                        }
                    }
                }
            },
            .progress: { stage in
                stage.inHandGroup { network, tally in
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
                stage.inHandGroup { _, _ in
                    for _ in 0..<(stage.requests / 10) {
                        let (outer, inner) = (HandGroup.current, HandGroup())
                        outer?.requests.enter()
                        HandGroup.$current.withValue(inner) { stage.postByHand(10) }
                        inner.requests.notify(queue: .global()) { outer?.requests.leave() }
                    }
                }
            },
            .threads: { stage in
                let group = HandGroup()
                HandGroup.$current.withValue(group) {
                    let network = HandWrapped(base: stage.client)
                    for number in 0..<stage.requests {
                        let tally = stage.tally(of: number)
                        network.post("feed", success: tally.succeed, failure: tally.fail)
                    }
                }
                group.requests.notify(queue: .global()) { stage.completed.signal() }
                stage.client.answerOnTwoThreads()
                stage.completed.wait()
            },
            .chain: { stage in
                stage.inHandGroup { network, tally in
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
                    follow(stage.requests)
                }
            },
        ]
    )

    private static let post: @Sendable (Stage) -> Void = { stage in
        stage.inHandGroup { _, _ in stage.postByHand(stage.requests) }
    }
}

extension Stage {
    fileprivate func inHandGroup(_ issue: (HandWrapped, Tally) -> Void) {
        let group = HandGroup()
        HandGroup.$current.withValue(group) { issue(HandWrapped(base: client), tally) }
        finish(group.requests, group.errors)
    }

    /// As with this library, the closures are created at their own call sites.
    @inline(never)
    fileprivate func postByHand(_ count: Int) {
        let network = HandWrapped(base: client)
        for _ in 0..<count {
            network.post("feed", success: tally.succeed, failure: tally.fail)
        }
    }
}
