@testable import Interception
@testable import InterceptionTestSupport

@Suite struct `The requests that stubs record` {
    private func request(_ number: Int, bodySize: Int = 0) throws -> URLRequest {
        var request = URLRequest(url: try #require(URL(string: "http://a.test/\(number)")))
        request.httpBody = Data(count: bodySize)
        return request
    }

    @Test(arguments: [0, 1_000, 400_000])
    func `a record drops its oldest requests only if it is full`(bodySize: Int) throws {
        var (record, dropped) = (RequestRecord(limit: 1_000_000), [URLRequest]())
        let requests = try (0..<3_000).map { try request($0, bodySize: bodySize) }
        var most = 0
        for (number, request) in requests.enumerated() {
            dropped += record.append(request)
            most = max(most, record.requests.count)
            if (number + 1) * (1_100 + bodySize) < 1_000_000 { #expect(dropped.isEmpty) }
        }
        #expect(most * (1_000 + bodySize) <= 1_000_000)
        #expect(dropped + record.requests == requests)
        #expect(record.requests.count * (1_000 + bodySize) > 250_000)
    }

    @Test func `the header fields of a request count toward the size of the record`() throws {
        var (record, long) = (RequestRecord(limit: 10_000), try request(0))
        long.setValue(String(repeating: "a", count: 10_000), forHTTPHeaderField: "X-Long")
        #expect(record.append(long).isEmpty)
        #expect(record.append(try request(1)) == [long])
    }

    @Test func `a request larger than the limit is recorded until the next request`() throws {
        var record = RequestRecord(limit: 1_000_000)
        let requests = try (0..<3).map { try request($0, bodySize: 2_000_000) }
        for (number, request) in requests.enumerated() {
            #expect(record.append(request) == Array(requests[..<number].suffix(1)))
            #expect(record.requests == [request])
        }
    }
}
