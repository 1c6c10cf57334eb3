// IntegrationTests compiles this file and SeededGenerator too, through symbolic links, with a real server.

import Dispatch
import Foundation
import Interception

#if canImport(TestSupport)
import TestSupport
#endif

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests that are cancelled while they are issued, sent and answered, at moments that a seed reproduces.
struct CancelledMoments: Sendable {
    enum Way: CaseIterable {
        case batch, awaitedBatch
        case sentInGroup, sentAlone
        case tasks, ownTasks, tasksInGroup
        case awaited, awaitedInGroup
    }

    let session: InterceptingClient<URLSession>
    let request: URLRequest

    /// Cancels requests in every way for each seed; returns when all of them have ended.
    func run(seeds: Range<UInt64>) async {
        for seed in seeds {
            var random = SeededGenerator(seed: seed)
            for way in Way.allCases.shuffled(using: &random) {
                await issue(way, count: .random(in: 1...6, using: &random), &random)
            }
        }
    }

    private func issue(_ way: Way, count: Int, _ random: inout SeededGenerator) async {
        let (session, request) = (session, request)
        let requests = Array(repeating: request, count: count)
        let steps = Int.random(in: 0...60, using: &random)
        switch way {
        case .batch:
            let batch = session.batch(requests)
            await pass(steps)
            batch.cancel()
            _ = await batch.results()
        case .awaitedBatch:
            let results = Task { await session.batch(requests).results() }
            await pass(steps)
            results.cancel()
            _ = await results.value
        case .awaited:
            let replies = requests.map { request in
                Task { _ = try? await session.data(for: request) }
            }
            await pass(steps)
            for reply in replies { reply.cancel() }
            for reply in replies { await reply.value }
        default:
            _ = try? await withRequestGroup(options: .tolerant) { group in
                let cancel = issueInGroup(way, requests, group)
                await pass(steps)
                // Cancel on another thread, while the session works on its own threads.
                DispatchQueue.global().async(execute: cancel)
            }
        }
    }

    /// Issues the requests in the current group, and returns a closure that cancels them.
    private func issueInGroup(
        _ way: Way,
        _ requests: [URLRequest],
        _ group: RequestGroup
    ) -> @Sendable () -> Void {
        switch way {
        case .sentAlone:
            let sent = requests.map { session.send($0) { _ in } }
            return { for sent in sent { sent.cancel() } }
        case .tasks:
            let tasks = requests.map { session.dataTask(with: $0) { _, _, _ in } }
            for task in tasks { task.resume() }
            return { for task in tasks { task.cancel() } }
        case .tasksInGroup:
            for request in requests { session.dataTask(with: request) { _, _, _ in }.resume() }
        case .ownTasks:
            for request in requests {
                let task: URLSessionDataTask = session.dataTask(with: request) { _, _, _ in }
                task.resume()
            }
        case .awaitedInGroup:
            for request in requests {
                Task { [session] in _ = try? await session.data(for: request) }
            }
        default: for request in requests { session.send(request) { _ in } }
        }
        return { group.cancel() }
    }

    private func pass(_ steps: Int) async { for _ in 0..<steps { await Task.yield() } }
}
