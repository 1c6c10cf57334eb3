/// How far a batch has come: what has been done never goes back.
public struct BatchProgress: Hashable, Sendable {
    /// How many requests have ended, successful or not.
    public internal(set) var finished = 0

    /// How many of those failed.
    public internal(set) var failed = 0

    /// How many requests there are.
    public let total: Int

    /// How many bytes of bodies have been received.
    public internal(set) var receivedBytes: Int64 = 0

    /// How many bytes of bodies there are in all, or `nil` as long as a server has not said; at the
    /// end as many as have been received.
    public internal(set) var expectedBytes: Int64?

    init(total: Int) {
        self.total = total
    }

    /// Takes over how many bytes there are, unless more are known already.
    mutating func update(receivedBytes received: Int64, expectedBytes expected: Int64?) {
        receivedBytes = max(receivedBytes, received)
        if finished == total {
            // Whatever was expected of a request that failed does not come any more.
            expectedBytes = receivedBytes
        } else if let expected {
            expectedBytes = max(expectedBytes ?? 0, expected, receivedBytes)
        }
    }
}

extension BatchProgress: CustomStringConvertible {
    /// The requests that have ended, as in `2/3 finished, 1 failed`.
    public var description: String {
        "\(finished)/\(total) finished" + (failed > 0 ? ", \(failed) failed" : "")
    }
}

/// How many bytes of a body have come, and how many there are if that is known.
struct ByteCount: Sendable {
    let received: Int64
    let expected: Int64?
}
