/// A separate cache folder for a test, and a clock that the test sets.
final class CacheFixture: Sendable {
    let directory: URL

    private let time = Locked(Date(timeIntervalSinceReferenceDate: 700_000_000))

    init(_ directory: URL? = nil) {
        self.directory =
            directory
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("ResponseCacheTests-\(UUID().uuidString)", isDirectory: true)
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    func cache(
        lifetime: Duration = .seconds(60),
        configure: (inout ResponseCache.Configuration) -> Void = { _ in }
    ) -> ResponseCache {
        ResponseCache(
            directory: directory,
            lifetime: lifetime,
            configuration: configuration(configure)
        )
    }

    /// Returns a cache with a response to `request()`.
    func filledCache(_ body: String = "body") throws -> ResponseCache {
        let cache = cache()
        cache.store(try loaded(body), for: try request())
        return cache
    }

    func cacheOfAll(
        configure: (inout ResponseCache.Configuration) -> Void = { _ in }
    ) -> ResponseCache {
        ResponseCache(directory: directory, configuration: configuration(configure)) { _ in
            .seconds(60)
        }
    }

    func configuration(
        _ configure: (inout ResponseCache.Configuration) -> Void = { _ in }
    ) -> ResponseCache.Configuration {
        var configuration = ResponseCache.Configuration()
        let time = time
        configuration.now = { time.withLock { $0 } }
        configure(&configuration)
        return configuration
    }

    var folder: URL { directory.appendingPathComponent("ResponseCache", isDirectory: true) }

    /// The names of all files of the cache, including partial files.
    var fileNames: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    func file() throws -> URL {
        try #require(fileNames.count == 1)
        return folder.appendingPathComponent(try #require(fileNames.first))
    }

    func permissions(of url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
}

func request(
    _ url: String = "https://api.test/feed?page=1",
    method: String? = nil,
    body: String? = nil,
    headers: [String: String] = [:]
) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    if let method { request.httpMethod = method }
    request.httpBody = body.map { Data($0.utf8) }
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    return request
}

func loaded(
    _ body: String = "body",
    status: Int = 200,
    url: String = "https://api.test/feed?page=1",
    headers: [String: String] = [:]
) throws -> LoadedResponse {
    let url = try #require(URL(string: url))
    let response = try httpResponse(from: url, status: status, headers: headers)
    return LoadedResponse(data: Data(body.utf8), response: response)
}

func httpResponse(
    from url: URL,
    status: Int,
    headers: [String: String] = [:]
) throws -> HTTPURLResponse {
    let response = HTTPURLResponse(
        url: url,
        statusCode: status,
        httpVersion: "HTTP/1.1",
        headerFields: headers
    )
    return try #require(response)
}

extension ResponseCache {
    /// Stores a response from the URL.
    func fill(_ url: URL, with body: String) throws {
        let response = try loaded(body, url: url.absoluteString)
        #expect(store(response, for: URLRequest(url: url)))
    }

    func body(for request: URLRequest, allowingExpired: Bool = false) -> Result<String, CacheMiss> {
        Result { () throws(CacheMiss) in
            let loaded = try response(for: request, allowingExpired: allowingExpired)
            return String(decoding: loaded.data, as: UTF8.self)
        }
    }

    /// Returns the reason of the miss, or `nil` if a response is stored.
    func miss(for request: URLRequest, allowingExpired: Bool = false) -> CacheMiss.Reason? {
        switch body(for: request, allowingExpired: allowingExpired) {
        case .success: nil
        case .failure(let miss): miss.reason
        }
    }
}
