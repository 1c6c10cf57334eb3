/// The progress of a batch; the numbers of finished and failed requests and of received bytes never decrease.
public struct BatchProgress: Hashable, Sendable {
    /// The number of requests that have ended, whether they succeeded or failed.
    public internal(set) var finished = 0

    /// The number of requests that have failed.
    public internal(set) var failed = 0

    /// The number of requests in the batch.
    public let total: Int

    /// The number of bytes received in response bodies.
    public internal(set) var receivedBytes: Int64 = 0

    /// The number of bytes expected in all response bodies, or `nil` while the length of a body is unknown.
    public internal(set) var expectedBytes: Int64?

    /// Updates the numbers of bytes, unless the current numbers are higher.
    mutating func update(receivedBytes received: Int64, expectedBytes expected: Int64?) {
        receivedBytes = max(receivedBytes, received)
        if finished == total {
            // All requests have ended, so the received bytes are also the expected bytes.
            expectedBytes = receivedBytes
        } else if let expected {
            expectedBytes = max(expectedBytes ?? 0, expected, receivedBytes)
        }
    }
}

extension BatchProgress: CustomStringConvertible {
    /// The numbers of requests, as in `2/3 finished, 1 failed`.
    public var description: String {
        "\(finished)/\(total) finished" + (failed > 0 ? ", \(failed) failed" : "")
    }
}

struct ByteCount: Sendable {
    let received: Int64
    let expected: Int64?
}
