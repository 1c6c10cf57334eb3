/// A response whose body identifies its request and shows whether it is complete.
struct SharedValue: Hashable, Sendable {
    let key: Int
    let number: Int
    var owner = 0

    init(key: Int, number: Int, owner: Int = 0) {
        self.key = key
        self.number = number
        self.owner = owner
    }

    /// Parses a response; `nil` if any part of it belongs to another response.
    init?(_ loaded: LoadedResponse) throws {
        let numbers = String(
            decoding: loaded.data.prefix { $0 != UInt8(ascii: ":") },
            as: UTF8.self
        ).split(separator: " ").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(key: numbers[0], number: numbers[1], owner: numbers[2])
        let http = loaded.response as? HTTPURLResponse
        guard loaded.data == Data(body.utf8),
            http?.value(forHTTPHeaderField: "X-Value") == name, try http?.url == request.url
        else { return nil }
    }

    private var name: String { "\(key) \(number) \(owner)" }
    private var body: String { "\(name):\(String(repeating: "\(number),", count: number * 10))" }

    var request: URLRequest {
        get throws { try InterceptionTestSupport.request("https://api.test/\(key)") }
    }

    var response: LoadedResponse {
        get throws { try loaded(body, url: "https://api.test/\(key)", headers: ["X-Value": name]) }
    }
}

struct CacheReads: Sendable {
    let seen = Journal<SharedValue>()
    let misses = Journal<CacheMiss.Reason>()
    /// Responses that are damaged or of another request.
    let wrong = Journal<String>()

    func read(_ key: Int, from cache: ResponseCache) throws {
        let request = try SharedValue(key: key, number: 0).request
        let result = Result { () throws(CacheMiss) in try cache.response(for: request) }
        switch result {
        case .success(let loaded):
            if let value = try SharedValue(loaded), value.key == key {
                seen.append(value)
            } else {
                wrong.append("\(key): \(String(decoding: loaded.data, as: UTF8.self))")
            }
        case .failure(let miss): misses.append(miss.reason)
        }
    }
}

extension DispatchQueue {
    /// Runs the body on a number of threads, and throws one of their errors.
    static func concurrently(
        _ count: Int,
        _ body: @Sendable (_ thread: Int) throws -> Void
    ) throws {
        let failure = Locked<(any Error)?>(nil)
        concurrentPerform(iterations: count) { thread in
            do {
                try body(thread)
            } catch {
                failure.withLock { $0 = error }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
    }
}
