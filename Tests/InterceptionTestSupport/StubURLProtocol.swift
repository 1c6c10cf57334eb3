/// A protocol that passes each request of a session to the ``StubServer`` of its host.
final class StubURLProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool {
        StubServer.named(request.url?.host) != nil
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    // Safe: both methods are called on the queue of the task.
    private nonisolated(unsafe) var hasStopped = false

    override func startLoading() {
        // A task that is cancelled at once stops before it starts; its session then traps at an answer.
        guard !hasStopped else { return }
        #if canImport(FoundationNetworking)
        workQueue?.setSpecific(key: Self.isOnWorkQueue, value: true)
        #endif
        StubServer.named(request.url?.host)?.begin(self)
    }

    override func stopLoading() {
        hasStopped = true
        StubServer.named(request.url?.host)?.stop(self)
    }

    func answer(_ body: Data, status: Int, headers: [String: String] = [:]) {
        onWorkQueue {
            respond(status, headers.merging(["Content-Length": "\(body.count)"]) { $1 })
            if !body.isEmpty { client?.urlProtocol(self, didLoad: body) }
            client?.urlProtocolDidFinishLoading(self)
        }
    }

    func answerWithoutStatus() {
        guard let url = request.url else { return }
        let response = URLResponse(
            url: url,
            mimeType: nil,
            expectedContentLength: 0,
            textEncodingName: nil
        )
        onWorkQueue {
            client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
            client?.urlProtocolDidFinishLoading(self)
        }
    }

    func fail(_ error: any Error, afterStatus status: Int? = nil) {
        onWorkQueue {
            if let status { respond(status, [:]) }
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    private func respond(_ status: Int, _ headers: [String: String]) {
        guard let url = request.url,
            let response = HTTPURLResponse(
                url: url,
                statusCode: status,
                httpVersion: "HTTP/1.1",
                headerFields: headers
            )
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    #if canImport(FoundationNetworking)
    private static let isOnWorkQueue = DispatchSpecificKey<Bool>()

    private var workQueue: DispatchQueue? { task.flatMap(DispatchQueue.work(of:)) }

    /// Runs the closure on the work queue of the task, because the session accesses its tasks there without a lock.
    ///
    /// The work queues of all tasks have the same serial target, so one of them must not wait for another.
    private func onWorkQueue(_ body: () -> Void) {
        guard DispatchQueue.getSpecific(key: Self.isOnWorkQueue) == nil, let workQueue else {
            return body()
        }
        workQueue.sync(execute: body)
    }
    #else
    private func onWorkQueue(_ body: () -> Void) { body() }
    #endif
}
