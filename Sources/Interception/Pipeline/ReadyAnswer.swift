import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An answer that needs no network.
struct ReadyAnswer: Sendable {
    let origin: RequestOutcome.Origin
    let result: Result<LoadedResponse, any Error>
    /// How long the answer takes.
    var delay: (@Sendable () async throws -> Void)?

    init(_ origin: RequestOutcome.Origin, _ result: Result<LoadedResponse, any Error>) {
        self.origin = origin
        self.result = result
    }

    /// What a task would hand to its handler, after as long as the answer takes.
    func load<Value>(_ type: Value.Type) async -> (Value?, URLResponse?, (any Error)?) {
        do {
            try await delay?()
            try Task.checkCancellation()
            let loaded = try result.get()
            return (try Self.value(of: loaded), loaded.response, nil)
        } catch is CancellationError {
            return (nil, nil, URLError(.cancelled))
        } catch {
            return (nil, nil, error)
        }
    }

    /// Completes what a session has made of the answer: it may wrap errors, and on Linux it stores
    /// no downloaded file.
    func complete<Value>(_ value: inout Value?, _ error: inout (any Error)?) {
        do {
            let loaded = try result.get()
            if value == nil, error == nil { value = try Self.value(of: loaded) }
        } catch let failure {
            if (error as? URLError)?.code != .cancelled { error = failure }
        }
    }

    /// The data, or the place of a file with it.
    private static func value<Value>(of loaded: LoadedResponse) throws -> Value? {
        if Value.self == URL.self { return try DownloadedFile.write(loaded.data) as? Value }
        return loaded.data as? Value
    }
}

/// Answers the tasks of a session with answers that are ready, instead of loading anything.
final class AnsweringProtocol: URLProtocol {
    private struct Entry {
        weak var request: PipedRequest?
    }

    private static let requests = Locked([ObjectIdentifier: Entry]())

    /// The delay before the answer.
    private let delay = Locked<Task<Void, Never>?>(nil)

    static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [AnsweringProtocol.self]
        return configuration
    }

    /// Lets the task have the answer of the request, which its handler has to keep.
    static func register(_ request: PipedRequest, for task: URLSessionTask) {
        let key = ObjectIdentifier(task)
        request.answeredTask.withLock { $0 = key }
        requests.withLock { $0[key] = Entry(request: request) }
    }

    static func forget(_ request: PipedRequest) {
        guard let key = request.answeredTask.withLock({ $0 }) else { return }
        requests.withLock { $0[key] = nil }
    }

    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        let entry = task.flatMap { task in Self.requests.withLock { $0[ObjectIdentifier(task)] } }
        guard let answer = entry?.request?.answer else {
            client?.urlProtocol(self, didFailWithError: URLError(.unknown))
            return
        }
        guard let wait = answer.delay else { return deliver(answer) }
        let deliver = deliverLater(answer)
        let delay = Task {
            // Cancelled when the task is, which nobody has to be told again.
            guard (try? await wait()) != nil else { return }
            deliver()
        }
        self.delay.withLock { $0 = delay }
    }

    override func stopLoading() {
        delay.withLock { $0.take() }?.cancel()
    }

    private func deliver(_ answer: ReadyAnswer) {
        switch answer.result {
        case .success(let loaded):
            client?.urlProtocol(
                self,
                didReceive: loaded.response,
                cacheStoragePolicy: .notAllowed
            )
            if !loaded.data.isEmpty { client?.urlProtocol(self, didLoad: loaded.data) }
            client?.urlProtocolDidFinishLoading(self)
        case .failure(let error):
            client?.urlProtocol(self, didFailWithError: error)
        }
    }

    #if canImport(FoundationNetworking)
    private func deliverLater(_ answer: ReadyAnswer) -> @Sendable () -> Void {
        // Safe: such a session may be told on any thread, and is told once.
        nonisolated(unsafe) let loading = self
        return { loading.deliver(answer) }
    }
    #else
    /// A session wants to be told on the thread that it started the protocol on.
    private func deliverLater(_ answer: ReadyAnswer) -> @Sendable () -> Void {
        // Safe: both are used on the thread of the run loop alone, but for waking it, which any
        // thread may.
        nonisolated(unsafe) let (loading, loop) = (self, RunLoop.current)
        return {
            loop.perform(inModes: [.default, .common]) { loading.deliver(answer) }
            CFRunLoopWakeUp(loop.getCFRunLoop())
        }
    }
    #endif
}
