/// The notes of callbacks, in order.
final class Notes: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }
    func add(_ note: String) { continuation.yield(note) }

    /// Waits for `count` notes.
    func next(_ count: Int) async -> [String] {
        var notes: [String] = []
        if count == 0 { return notes }
        for await note in stream {
            notes.append(note)
            if notes.count == count { break }
        }
        return notes
    }

    /// Returns the notes that were not read, and accepts no further notes.
    func rest() async -> [String] {
        continuation.finish()
        var notes: [String] = []
        for await note in stream { notes.append(note) }
        return notes
    }
}

// Callbacks that record the result of a request.
extension Notes {
    @Sendable func success() { add("success") }
    @Sendable func success<A>(_: A) { success() }
    @Sendable func success<A, B>(_: A, _: B) { success() }

    @Sendable func failure() { add("failure") }
    @Sendable func failure<A>(_: A) { failure() }
    @Sendable func failure<A, B>(_: A, _: B) { failure() }

    @Sendable func note(_ hasSucceeded: Bool) { add(hasSucceeded ? "success" : "failure") }

    @Sendable func note(_ error: Error?) { note(error == nil) }
    @Sendable func note<A>(_: A, _ error: Error?) { note(error) }
    @Sendable func note<A, B>(_: A, _: B, _ error: Error?) { note(error) }

    /// Records the result of an asynchronous call.
    @MainActor func end<Value>(_ call: @MainActor () async throws -> Value) async {
        do {
            _ = try await call()
            success()
        } catch {
            failure()
        }
    }

    @Sendable func note<Value>(_ result: Result<Value, Error>) {
        switch result {
        case .success: success()
        case .failure: failure()
        }
    }
}
