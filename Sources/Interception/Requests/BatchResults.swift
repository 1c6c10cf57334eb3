public import GroupContext

/// What came of a batch, by position: each result is where its request was.
///
/// ```swift
/// let results = await session.batch([feed, profile]).results()
/// if case .success(let response) = results[0] { show(response) }
/// let responses = try results.values()
/// ```
public struct BatchResults<Value: Sendable>: Sendable {
    private let results: [Result<Value, any Error>]

    /// What the batch failed with, or `nil` if it did not fail: every failure, with causes and
    /// echoes told apart.
    ///
    /// A tolerant batch never fails.
    public let error: RequestGroupError?

    init(_ results: [Result<Value, any Error>], error: RequestGroupError?) {
        self.results = results
        self.error = error
    }

    /// What fails who needs all answers: a batch that was cancelled, and in which nothing has failed
    /// by itself, was just cancelled.
    var failure: (any Error)? {
        guard let error, error.code == .cancelled, error.causes.isEmpty else { return error }
        return CancellationError()
    }

    /// The answers, in the order of the requests.
    ///
    /// - Returns: all answers.
    /// - Throws: ``error``, or the first failure of a tolerant batch; a `CancellationError` if the batch
    ///   was cancelled and nothing has failed by itself.
    public func values() throws -> [Value] {
        if let failure { throw failure }
        return try results.map { try $0.get() }
    }
}

extension BatchResults: RandomAccessCollection {
    /// The position of the first request.
    public var startIndex: Int { results.startIndex }

    /// One more than the position of the last request.
    public var endIndex: Int { results.endIndex }

    /// What came of the request at the position.
    public subscript(position: Int) -> Result<Value, any Error> { results[position] }
}

extension BatchResults: CustomStringConvertible {
    /// How many requests succeeded, and how each of the others failed, by position on a line of its own.
    ///
    /// Of many failures only the first twenty, and nothing of an answer, which may be secret.
    public var description: String {
        let failures = enumerated().compactMap { position, result in
            result.reportedFailure.map { "#\(position): \(summary(of: $0))" }
        }
        let lines = failures.inShort.map { "\n  \($0)" }
        return "\(count - failures.count) of \(count) succeeded\(lines.joined())"
    }
}
