import FlyingSocks

/// A response body that is shorter than its `Content-Length`, because FlyingFox drops the connection.
struct CutOffBody: AsyncBufferedSequence {
    typealias Element = UInt8

    func makeAsyncIterator() -> Iterator { Iterator() }

    struct Iterator: AsyncBufferedIteratorProtocol {
        private var hasSentSome = false

        mutating func next() async throws -> UInt8? {
            try await nextBuffer(suggested: 1)?.first
        }

        mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
            if hasSentSome { throw SocketError.disconnected }
            hasSentSome = true
            return Array(repeating: 0, count: 512)
        }
    }
}
