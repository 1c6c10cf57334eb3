public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// An old client that stores callbacks until it has to answer; its own cost is small, and the same for every
/// contender.
///
/// Each of its methods stands for one usual shape of callbacks.
public final class StoringClient: @unchecked Sendable {
    // Safe: used by one thread at a time; a contender with several threads uses `LockedClient`.

    /// The distance between failing requests, the first of which fails; 0 if none fails.
    public var failsEvery = 0
    /// Runs once before the first answer: every request of the round is outstanding then.
    public var beforeAnswering: (() -> Void)?

    var plain: [Plain?] = []
    private var handles: [StoredRequest] = []
    private var results: [ForResult] = []
    private var loads: [ForResponse] = []
    private var uploads: [WithProgress] = []
    private var answered = 0

    /// Makes a client.
    ///
    /// - Parameter capacity: the number of requests that will be outstanding at once, so that the storage of
    ///   the client never grows during a measurement.
    public init(capacity: Int) {
        plain.reserveCapacity(capacity)
        results.reserveCapacity(capacity)
        loads.reserveCapacity(capacity)
        uploads.reserveCapacity(capacity)
    }

    /// A request with a success and a failure callback.
    @inline(never)
    public func post(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        plain.append(Plain(success: success, failure: failure))
    }

    /// The same, with a handle that cancels the request, which is then still answered.
    @inline(never)
    public func postCancellable(
        _ path: String,
        success: @escaping (Any) -> Void,
        failure: @escaping (any Error) -> Void
    ) -> StoredRequest {
        plain.append(Plain(success: success, failure: failure))
        handles.append(StoredRequest())
        return handles[handles.count - 1]
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

    /// A request with a `Result`.
    @inline(never)
    public func get(_ path: String, completion: @escaping (Result<Data, any Error>) -> Void) {
        results.append(ForResult(completion: completion))
    }

    /// A request with the callback of `URLSession`.
    @inline(never)
    public func load(
        _ path: String,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        loads.append(ForResponse(completion: completion))
    }

    /// A request with a completion on the main actor, which the client calls at once.
    @inline(never)
    public func getOnMain(
        _ path: String,
        completion: @escaping @MainActor (Result<Int, any Error>) -> Void
    ) {
        // Safe: the completions of the benchmarks do not need the main thread.
        unsafeBitCast(completion, to: ((Result<Int, any Error>) -> Void).self)(.success(1))
    }

    /// An asynchronous request.
    @inline(never)
    public func value(_ path: String) async throws -> Int { 1 }

    /// A request that calls its callback at once.
    @inline(never)
    public func postAtOnce(
        _ path: String,
        success: @escaping (Int) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        if fails() { failure(ScriptedError.shared) } else { success(1) }
    }

    /// A request that reports its progress once.
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

// Structures, because tuples and closures in arrays need a thunk each: an allocation that no client has that stores
// its callbacks in a class.
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
    /// Answers all requests on the calling thread, including requests that are issued meanwhile.
    ///
    /// It releases each callback after its call, as good clients do.
    @inline(never)
    public func answer() {
        measure()
        var index = 0
        while index < plain.count {
            if let callbacks = plain[index].take() { answer(callbacks) }
            index += 1
        }
        plain.removeAll(keepingCapacity: true)
        handles.removeAll()
        answerOtherShapes()
    }

    /// Answers the stored requests, each second one on another thread at the same time.
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

    /// Calls the closure for measurements, because all requests are outstanding now.
    func measure() {
        beforeAnswering?()
        beforeAnswering = nil
    }

    /// Removes and returns the stored requests.
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

/// The error of failing requests.
public struct ScriptedError: Error {
    /// One shared object, so that the error costs no contender an allocation.
    public static let shared: any Error = ScriptedError()
}

/// The handle of a stored request.
public final class StoredRequest: Sendable {
    /// Cancels the request, which changes nothing here.
    @inline(never)
    public func cancel() {}
}
