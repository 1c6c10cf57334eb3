import Dispatch
import Foundation
import Interception
import ScriptedClient

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Stage {
    /// Issues all requests as a batch with a limit of three.
    func batch() {
        let requests = [URLRequest](repeating: URLRequest(url: scriptedURL), count: requests)
        let sender = ScriptedSender(client: client)
        sender.batch(requests, name: "page", options: .limit(3), queue: .global()) { [self] in
            tally.succeeded = $0.count { (try? $0.get()) != nil }
            completed.signal()
        }
        client.answer()
        completed.wait()
    }

    /// Issues all requests by recursion, at most three at a time, and collects the results in order.
    func recurse() {
        let recursion = Recursion(ScriptedSender(client: client), requests) { [self] in
            tally.succeeded = $0.count { (try? $0?.get()) != nil }
            completed.signal()
        }
        for _ in 0..<3 { recursion.issue() }
        client.answer()
        completed.wait()
    }
}

private let scriptedURL = URL(fileURLWithPath: "/feed")

private let scriptedResponse = LoadedResponse(
    data: Data(),
    response: URLResponse(
        url: scriptedURL,
        mimeType: nil,
        expectedContentLength: 0,
        textEncodingName: nil
    )
)

private struct ScriptedSender: RequestSender {
    let client: StoringClient

    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> CancelHandle {
        client.post(
            "feed",
            success: { _ in completion(.success(scriptedResponse)) },
            failure: { completion(.failure($0)) }
        )
        return CancelHandle {}
    }
}

private final class Recursion: @unchecked Sendable {
    // Safe: guarded by the lock.
    private let lock = NSLock()
    private var results: [Result<LoadedResponse, any Error>?]
    private var issued = 0
    private var ended = 0

    private let sender: ScriptedSender
    private let request = URLRequest(url: scriptedURL)
    private let completion: ([Result<LoadedResponse, any Error>?]) -> Void

    init(
        _ sender: ScriptedSender,
        _ count: Int,
        completion: @escaping ([Result<LoadedResponse, any Error>?]) -> Void
    ) {
        (self.sender, self.completion) = (sender, completion)
        results = Array(repeating: nil, count: count)
    }

    func issue() {
        let position: Int? = lock.withLock {
            guard issued < results.count else { return nil }
            defer { issued += 1 }
            return issued
        }
        guard let position else { return }
        _ = sender.send(request) { [self] result in
            let isLast = lock.withLock {
                results[position] = result
                ended += 1
                return ended == results.count
            }
            if isLast { completion(results) } else { issue() }
        }
    }
}
