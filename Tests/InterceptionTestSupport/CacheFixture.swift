import Foundation
import GroupContext
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A folder of its own for the cache of a test, and a clock that stands still.
final class CacheFixture: Sendable {
    /// What the caches of the test are made in.
    let directory: URL

    private let time = Locked(Date(timeIntervalSinceReferenceDate: 700_000_000))

    init(_ directory: URL? = nil) {
        self.directory =
            directory
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("ResponseCacheTests-\(UUID().uuidString)", isDirectory: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// What the caches take for the time.
    var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// A cache of GET requests in the folder.
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

    /// A cache of every request in the folder, whatever its method.
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

    /// Where the cache keeps its files.
    var folder: URL { directory.appendingPathComponent("ResponseCache", isDirectory: true) }

    /// The names of all files of the cache, also of those that are being written.
    var fileNames: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }

    /// The only file of the cache.
    func file() throws -> URL {
        try #require(fileNames.count == 1)
        return folder.appendingPathComponent(try #require(fileNames.first))
    }

    func permissions(of url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
}

/// A request for a URL that needs no escaping.
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

/// A response as a server would send it.
func loaded(
    _ body: String = "body",
    status: Int = 200,
    url: String = "https://api.test/feed?page=1",
    headers: [String: String] = [:]
) throws -> LoadedResponse {
    let response = HTTPURLResponse(
        url: try #require(URL(string: url)),
        statusCode: status,
        httpVersion: "HTTP/1.1",
        headerFields: headers
    )
    return LoadedResponse(data: Data(body.utf8), response: try #require(response))
}

extension ResponseCache {
    /// The body that is stored for the request, or why there is none.
    func body(
        for request: URLRequest,
        allowingExpired: Bool = false
    ) -> Result<String, CacheMiss> {
        Result { () throws(CacheMiss) in
            let loaded = try response(for: request, allowingExpired: allowingExpired)
            return String(decoding: loaded.data, as: UTF8.self)
        }
    }

    /// Why there is nothing stored for the request, or `nil` if there is.
    func miss(for request: URLRequest, allowingExpired: Bool = false) -> CacheMiss.Reason? {
        switch body(for: request, allowingExpired: allowingExpired) {
        case .success: nil
        case .failure(let miss): miss.reason
        }
    }
}
