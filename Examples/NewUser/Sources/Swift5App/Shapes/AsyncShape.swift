import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<Backend> {
    // A method without `throws`.
    func title() async -> String? {
        try? await intercept("title") { await base.title() }
    }

    // A method with typed throws.
    func user(_ fate: Fate) async throws(Backend.Rejected) -> String {
        do {
            return try await intercept("user") { try await base.user(fate) }
        } catch {
            throw error as? Backend.Rejected ?? Backend.Rejected()
        }
    }

    // A stream made of callbacks.
    func read(_ fate: Fate) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let stream = StreamEnd(continuation)
            intercept("read", .completion { stream.end($0) }) {
                base.read(fate, onLine: { continuation.yield($0) }, onEnd: $0)
            }
        }
    }

    // A stream of the client.
    func lines(_ fate: Fate) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let finish = { @Sendable (error: (any Error)?) in continuation.finish(throwing: error) }
            intercept("lines", onRejection: finish) { call in
                let end: @Sendable ((any Error)?) -> Void = call.wrap(.completion(finish))
                let task = Task {
                    do {
                        for try await line in base.lines(fate) { continuation.yield(line) }
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

/// The end of a stream, which finishes at the latest when the client releases the callback.
nonisolated final class StreamEnd: Sendable {
    private let continuation: AsyncThrowingStream<String, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<String, any Error>.Continuation) {
        self.continuation = continuation
    }

    deinit {
        continuation.finish(throwing: LostCallbackError(label: "read"))
    }

    func end(_ error: (any Error)?) {
        continuation.finish(throwing: error)
    }
}
