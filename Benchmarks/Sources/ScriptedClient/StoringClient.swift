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

    /// What a request is answered with: every so manieth fails, the first included; 0 is none.
    public var failsEvery = 0
    /// Runs once before the first answer: every request of the round is outstanding then.
    public var beforeAnswering: (() -> Void)?

    var plain: [Plain?] = []
    private var results: [ForResult] = []
    private var loads: [ForResponse] = []
    private var uploads: [WithProgress] = []
    private var answered = 0

    /// Makes a client.
    ///
    /// - Parameter capacity: how many requests will be outstanding at once, so that the storage of
    ///   the client never grows while somebody is measured.
    public init(capacity: Int) {
        plain.reserveCapacity(capacity)
        results.reserveCapacity(capacity)
        loads.reserveCapacity(capacity)
        uploads.reserveCapacity(capacity)
    }

    /// A request of the oldest kind.
    @inline(never)
    public func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        plain.append(Plain(success: success, failure: failure))
    }

    /// The same, where the caller may have no callback.
    @inline(never)
    public func postOptional(
        _ path: String,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        guard let success, let failure else { return }
        plain.append(Plain(success: success, failure: failure))
    }

    /// A request of a client written in Swift.
    @inline(never)
    public func get(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        results.append(ForResult(completion: completion))
    }

    /// A request as `URLSession` has them.
    @inline(never)
    public func load(
        _ path: String,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        loads.append(ForResponse(completion: completion))
    }

    /// A request that reports progress, once.
    @inline(never)
    public func upload(
        _ path: String,
        progress: @escaping (Double) -> Void,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        uploads.append(WithProgress(progress: progress, success: success, failure: failure))
    }
}

// Structures, not tuples or closures in the arrays: those would be wrapped in a thunk each, an
// allocation that no client has which keeps callbacks in a class of its own.
extension StoringClient {
    struct Plain {
        let success: (Any) -> Void
        let failure: (any Error) -> Void
    }

    struct ForResult {
        let completion: (Result<Data, any Error>) -> Void
    }

    struct ForResponse {
        let completion: @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    }

    struct WithProgress {
        let progress: (Double) -> Void
        let success: (Any) -> Void
        let failure: (any Error) -> Void
    }
}

// MARK: - Answering

extension StoringClient {
    /// Answers everything, and what is issued meanwhile, on the calling thread.
    ///
    /// Callbacks are released as soon as they have run, as good clients do.
    @inline(never)
    public func answer() {
        measure()
        var index = 0
        while index < plain.count {
            if let callbacks = plain[index].take() { answer(callbacks) }
            index += 1
        }
        plain.removeAll(keepingCapacity: true)
        answerOtherShapes()
    }

    /// Answers what is stored: each second request on another thread at the same time.
    @inline(never)
    public func answerOnTwoThreads() {
        measure()
        Self.succeedOnTwoThreads(take())
    }

    static func succeedOnTwoThreads(_ batch: [Plain?]) {
        // Safe: each thread calls other callbacks.
        nonisolated(unsafe) let batch = batch
        DispatchQueue.concurrentPerform(iterations: 2) { lane in
            for index in stride(from: lane, to: batch.count, by: 2) { batch[index]?.success(1) }
        }
    }

    /// Tells who wants to know that everything is outstanding now.
    func measure() {
        beforeAnswering?()
        beforeAnswering = nil
    }

    /// What is stored, which is forgotten.
    func take() -> [Plain?] {
        defer { plain = [] }
        return plain
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
        for callbacks in results { callbacks.completion(.success(Data())) }
        for callbacks in loads { callbacks.completion(nil, nil, nil) }
        for callbacks in uploads {
            callbacks.progress(0.5)
            callbacks.success(1)
        }
        results = []
        loads = []
        uploads = []
    }
}

/// What the client fails with.
public struct ScriptedError: Error {
    /// Always the same object, so that making it costs nobody anything.
    public static let shared: any Error = ScriptedError()
}
