public import GroupContext

/// The results of a batch, in the order of its requests.
///
/// ```swift
/// let results = await session.batch([feed, profile]).results()
/// if case .success(let response) = results[0] { show(response) }
/// let responses = try results.values()
/// ```
public struct BatchResults<Value: Sendable>: Sendable {
    let results: [Result<Value, any Error>]

    /// The error of the batch, with every failure; `nil` if the batch succeeded or is `.tolerant`.
    public let error: RequestGroupError?

    /// The error to throw instead of the values; `CancellationError` if the batch was cancelled and no request failed.
    var failure: (any Error)? {
        guard let error, error.isOnlyCancelled else { return error }
        return CancellationError()
    }

    /// Returns the values of all requests, in the order of the requests.
    ///
    /// - Throws: ``error``, or, if the batch succeeded although requests failed, the first failure. Throws a
    ///   `CancellationError` if the batch was cancelled and no request failed by itself.
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

    /// The result of the request at the position.
    public subscript(position: Int) -> Result<Value, any Error> { results[position] }
}

extension BatchResults: CustomStringConvertible {
    /// The number of successful requests and the first twenty failures; no values, because they may be secret.
    public var description: String {
        let failures = enumerated().compactMap { position, result in
            result.reportedFailure.map { "#\(position): \(summary(of: $0))" }
        }
        let lines = failures.abbreviated.map { "\n  \($0)" }
        return "\(count - failures.count) of \(count) succeeded\(lines.joined())"
    }
}
