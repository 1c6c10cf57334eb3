/// What callbacks write down, on the main actor, where the script answers.
final class Notes: Sendable {
    private let stream: AsyncStream<String>
    private let continuation: AsyncStream<String>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    func add(_ note: String) {
        continuation.yield(note)
    }

    /// Waits for so many notes.
    func next(_ count: Int) async -> [String] {
        var notes: [String] = []
        if count == 0 { return notes }
        for await note in stream {
            notes.append(note)
            if notes.count == count { break }
        }
        return notes
    }

    /// What has not been read, now that nothing more comes.
    func rest() async -> [String] {
        continuation.finish()
        var notes: [String] = []
        for await note in stream { notes.append(note) }
        return notes
    }
}

extension Notes {
    /// A callback that notes how a request has ended.
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
