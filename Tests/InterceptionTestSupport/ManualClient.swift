/// A callback client, which answers when the test says so.
class ManualClient: @unchecked Sendable {
    // Safe: a lock protects every variable.
    private let calls = Locked([ManualCall]())

    let started = Journal<String>()

    /// The closure that answers a request synchronously, while the client is called.
    let immediateAnswer: (@Sendable (ManualCall) -> Void)?

    init(immediateAnswer: (@Sendable (ManualCall) -> Void)? = nil) {
        self.immediateAnswer = immediateAnswer
    }

    func get(_ path: String, success: ((String) -> Void)?, failure: ((any Error) -> Void)?) {
        let call = ManualCall(path: path, success: success, failure: failure)
        if immediateAnswer == nil { calls.withLock { $0.append(call) } }
        started.append(path)
        immediateAnswer?(call)
    }

    /// Removes and returns the oldest request with this path.
    func take(
        _ path: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ManualCall {
        let call = calls.withLock { calls in
            calls.firstIndex { $0.path == path }.map { calls.remove(at: $0) }
        }
        return try #require(call, "“\(path)” was not called.", sourceLocation: sourceLocation)
    }

    /// Removes and returns all requests, or all with this path.
    func takeAll(_ path: String? = nil) -> [ManualCall] {
        calls.withLock { calls in
            defer { calls.removeAll { path == nil || $0.path == path } }
            return calls.filter { path == nil || $0.path == path }
        }
    }

    func succeed(
        _ path: String,
        with value: String = "ok",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws { try take(path, sourceLocation: sourceLocation).succeed(value) }

    func fail(
        _ path: String,
        with reason: String = "no",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws { try take(path, sourceLocation: sourceLocation).fail(reason) }

    /// Releases the callbacks of a request without calling one.
    func lose(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        _ = try take(path, sourceLocation: sourceLocation)
    }
}
