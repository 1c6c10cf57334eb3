import Interception
@preconcurrency import OldKit

// snippet: asynchronous shapes
nonisolated extension InterceptingClient<Backend> {
    // Without `throws`: a rejected request has no value.
    func title() async -> String? {
        try? await intercept("title") { await base.title() }
    }

    // Typed throws: the wrapper converts a rejection to an error of the client.
    func user() async throws(BackendError) -> String {
        do {
            return try await intercept("user") { try await base.user() }
        } catch {
            throw error as? BackendError ?? .cancelled
        }
    }
}
// end: asynchronous shapes

// snippet: streams
nonisolated extension InterceptingClient<Backend> {
    func lines() -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let stream = StreamEnd(continuation)
            intercept("lines", .completion { stream.end($0) }) {
                base.lines(onLine: { continuation.yield($0) }, onEnd: $0)
            }
        }
    }
}

/// Ends a stream when its request ends, or when the client releases the callbacks.
nonisolated final class StreamEnd<Element>: Sendable {
    private let stream: AsyncThrowingStream<Element, any Error>.Continuation

    init(_ stream: AsyncThrowingStream<Element, any Error>.Continuation) {
        self.stream = stream
    }

    deinit {
        stream.finish(throwing: LostCallbackError(label: "stream"))  // does nothing after `end`
    }

    func end(_ error: (any Error)?) {
        stream.finish(throwing: error)
    }
}
// end: streams

// A stream as a stream: the task ends its request.
nonisolated extension InterceptingClient<Backend> {
    func events() -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let finish = { @Sendable (error: (any Error)?) in continuation.finish(throwing: error) }
            intercept("events", onRejection: finish) { call in
                let end: @Sendable ((any Error)?) -> Void = call.wrap(.completion(finish))
                let task = Task {
                    do {
                        for try await event in base.events() { continuation.yield(event) }
                        try Task.checkCancellation()  // which ends a stream without an error
                        end(nil)
                    } catch {
                        end(error)
                    }
                }
                call.onCancel { task.cancel() }
                continuation.onTermination = { _ in task.cancel() }
            }
        }
    }
}
