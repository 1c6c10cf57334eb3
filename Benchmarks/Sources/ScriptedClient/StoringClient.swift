public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An old client that stores callbacks until it is told to answer: what it costs itself is small,
/// and the same for everybody who is measured.
///
/// Each of its methods stands for one usual shape of callbacks.
public final class StoringClient: @unchecked Sendable {
    // Safe: one thread at a time uses it. A contender that comes from several uses `LockedClient`.

    /// What a request is answered with: every so manieth fails, counted from the first; 0 is none.
    public var failsEvery = 0
    /// Runs once before the first answer: every request of the round is outstanding then.
    public var beforeAnswering: (() -> Void)?

    typealias Plain = (success: (Any) -> Void, failure: (any Error) -> Void)
    typealias WithProgress = (
        progress: (Double) -> Void, success: (Any) -> Void, failure: (any Error) -> Void
    )

    var plain: [Plain] = []
    private var results: [(Result<Int, any Error>) -> Void] = []
    private var loads: [@Sendable (Data?, URLResponse?, (any Error)?) -> Void] = []
    private var uploads: [WithProgress] = []
    private var answered = 0

    public init() {}

    @inline(never)
    public func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        plain.append((success, failure))
    }

    @inline(never)
    public func get(_ path: String, completion: @escaping (Result<Int, any Error>) -> Void) {
        results.append(completion)
    }

    @inline(never)
    public func load(
        _ path: String,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        loads.append(completion)
    }

    @inline(never)
    public func upload(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        uploads.append((progress, success, failure))
    }
}

// MARK: - Answering

extension StoringClient {
    /// Answers everything, and what is issued meanwhile, on the calling thread.
    @inline(never)
    public func answer() {
        measure()
        while let batch = take() {
            for callbacks in batch { answer(callbacks) }
        }
        answerOtherShapes()
    }

    /// Answers what is stored: each second request on another thread at the same time.
    @inline(never)
    public func answerOnTwoThreads() {
        measure()
        if let batch = take() { Self.succeedOnTwoThreads(batch) }
    }

    static func succeedOnTwoThreads(_ batch: [Plain]) {
        // Safe: each thread calls other callbacks.
        nonisolated(unsafe) let batch = batch
        DispatchQueue.concurrentPerform(iterations: 2) { lane in
            for index in stride(from: lane, to: batch.count, by: 2) { batch[index].success(1) }
        }
    }

    /// Tells who wants to know that everything is outstanding now.
    func measure() {
        beforeAnswering?()
        beforeAnswering = nil
    }

    /// What is stored and has success and failure, or `nil` if there is nothing.
    func take() -> [Plain]? {
        if plain.isEmpty { return nil }
        var batch: [Plain] = []
        swap(&batch, &plain)
        return batch
    }

    func answer(_ callbacks: Plain) {
        if fails() { callbacks.failure(ScriptedError.shared) } else { callbacks.success(1) }
    }

    private func fails() -> Bool {
        guard failsEvery > 0 else { return false }
        defer { answered += 1 }
        return answered.isMultiple(of: failsEvery)
    }

    private func answerOtherShapes() {
        for completion in results { completion(.success(1)) }
        for completion in loads { completion(nil, nil, nil) }
        for callbacks in uploads {
            callbacks.progress(0.5)
            callbacks.success(1)
        }
        results = []
        loads = []
        uploads = []
    }
}

/// What the client fails with: always the same object, so that making it costs nobody anything.
public struct ScriptedError: Error {
    public static let shared: any Error = ScriptedError()
}
