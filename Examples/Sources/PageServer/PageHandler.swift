import FlyingFox
import Foundation
import Synchronization

/// A handler with a fixed response for each path.
final class PageHandler: HTTPHandler {
    /// The image requests in flight, answered in rounds of three.
    let images = Rounds(of: 3)

    /// The counter of the received requests.
    let arrivals = Arrivals()

    /// The answered requests, in the order of the responses.
    let served = Mutex<[ServedRequest]>([])

    func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
        let name = "\(request.method.rawValue) \(request.path)"
        let start = ContinuousClock.now
        await arrivals.note()
        defer {
            let header = request.headers[HTTPHeader("traceparent")]
            served.withLock {
                $0.append(ServedRequest(name, header, from: start, to: .now))
            }
        }
        guard let answer = Self.answers[name] else {
            guard request.path.hasPrefix("/images/") else { return response(.notFound) }
            return try await image()
        }
        try await Task.sleep(for: answer.latency)
        switch answer.content {
        case .text(let text): return response(.ok, HTTPBodySequence(data: Data(text.utf8)))
        case .status(let status): return response(status)
        case .cutOff: return response(.ok, HTTPBodySequence(from: CutOffBody(), count: 4096))
        }
    }

    private func image() async throws -> HTTPResponse {
        await images.join()
        try await Task.sleep(for: .milliseconds(40))
        await images.leave()
        return response(.ok, HTTPBodySequence(data: Data(count: 1024)))
    }

    private func response(
        _ status: HTTPStatusCode,
        _ body: HTTPBodySequence = HTTPBodySequence()
    ) -> HTTPResponse {
        // `close` makes the client use one connection per request, so a dropped connection affects one request.
        HTTPResponse(statusCode: status, headers: [.connection: "close"], body: body)
    }
}

/// A counter of requests.
actor Arrivals {
    private(set) var count = 0

    func note() {
        count += 1
    }
}
