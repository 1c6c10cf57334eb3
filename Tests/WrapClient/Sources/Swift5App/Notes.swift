/// The notes of callbacks, in order.
final class Notes: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func add(_ note: String) {
        continuation.yield(note)
    }

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

extension Notes {
    /// A callback that records the result of a request.
    func note<Value>(_ result: Result<Value, Error>) {
        switch result {
        case .success: add("success")
        case .failure: add("failure")
        }
    }

    func note(_ error: Error?) {
        add(error == nil ? "success" : "failure")
    }
}
