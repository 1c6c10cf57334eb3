// Call sites of Alamofire's session behind the wrapper that users copy, as the article *Alamofire* shows them.

import Alamofire
import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func callSites() {
    // snippet: Alamofire, call site
    withRequestGroup("home page") {
        AF.request(feedURL).validate().responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.request(feedURL).downloadProgress { page.move($0.fractionCompleted) }
            .responseData { page.show($0.error) }
        AF.upload(multipartFormData: { $0.append(picture, withName: "picture") }, to: feedURL)
            .response { page.show($0.error) }
        AF.download(feedURL).responseURL { page.show($0.error) }
        AF.request(bannerURL).optional().responseData { page.show($0.error) }  // may fail
    } completion: { result in
        page.appear(result)
    }
    // end: Alamofire, call site
}

// snippet: Alamofire, own session
enum API {
    static let session: InterceptingClient<Session> = {  // before: Session
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 20
        return InterceptingClient(Session(configuration: configuration))  // before: Session(…)
    }()
}
// end: Alamofire, own session

// snippet: Alamofire, kept request
@MainActor
final class SearchScreen {
    private var search: GroupedRequest<DataRequest>?  // before: DataRequest?

    func search(for term: String) {
        search?.cancel()
        search = API.session.request(searchURL, parameters: ["term": term])
            .responseDecodable(of: Feed.self) { page.show($0.error) }
    }
}
// end: Alamofire, kept request

// snippet: Alamofire, search field
extension SearchScreen {
    func searchWhileTyping(_ term: String) {
        search?.cancel()
        search = API.session.request(searchURL, parameters: ["term": term]).optional()
            .responseDecodable(of: Feed.self) { page.show($0.error) }
    }
}
// end: Alamofire, search field

func limitedCallSite() {
    withRequestGroup("thumbnails", options: .limit(3)) {
        for url in thumbnails { AF.request(url).responseData { page.show($0.error) } }
    } completion: { result in
        page.appear(result)
    }
}

func moreCallSites() {
    withRequestGroup("log") {
        AF.request(feedURL).response { page.show($0.error) }
        AF.request(feedURL).responseString(queue: queue) { page.show($0.error) }
        AF.request(feedURL, parameters: ["page": 2], headers: ["Accept": "application/json"])
            .validate(statusCode: 200..<300).validate(contentType: ["application/json"])
            .responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.request(
            feedURL,
            method: .post,
            parameters: ["page": 2],
            encoding: JSONEncoding.default,
            interceptor: login
        )
        .responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.request(
            feedURL,
            method: .post,
            parameters: Comment(text: "nice"),
            encoder: JSONParameterEncoder.default
        )
        .response { page.show($0.error) }
        AF.request(URLRequest(url: url)).responseData { page.show($0.error) }
        AF.upload(picture, to: feedURL).uploadProgress { page.move($0.fractionCompleted) }
            .responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.download(feedURL).validate().responseURL { page.show($0.error) }
        AF.request(feedURL, requestModifier: { $0.timeoutInterval = 5 }).response { _ in }
        AF.request(feedURL).validate(statusCode: [200, 404]).validate { _, _, _ in .success(()) }
            .responseDecodable(of: Feed.self, emptyResponseCodes: [202]) { _ in }
            .downloadProgress { _ in }
        AF.upload(picture, to: feedURL, requestModifier: { $0.timeoutInterval = 5 })
            .validate(contentType: Set(["text/plain"])).response { _ in }
        AF.download(feedURL, requestModifier: { $0.timeoutInterval = 5 })
            .validate(statusCode: 200..<300).validate { _, _, _ in .success(()) }
            .validate(contentType: ["text/plain"]).responseURL { _ in }
        AF.streamRequest(feedURL).responseStreamString { _ in }
        AF.upload(url, to: feedURL).authenticate(username: "me", password: "secret").response { _ in
        }
        AF.download(URLRequest(url: url)).responseData { _ in }
    } completion: { _ in
    }
}

func asynchronousCallSites() async throws {
    // snippet: Alamofire, asynchronous call site
    let feed = try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
        async let user = AF.request(userURL).serializingDecodable(User.self).value
        async let feed = AF.request(feedURL).validate().serializingDecodable(Feed.self).result
        return try await (user, feed)
    }
    // end: Alamofire, asynchronous call site
    _ = feed
    let text = AF.request(feedURL).optional().serializingString()
    text.cancel()
    _ = try await (text.value, AF.request(feedURL).serializingData().value)
}

// MARK: - The app

struct Feed: Decodable, Sendable {}
struct User: Decodable, Sendable {}
struct Comment: Encodable, Sendable { let text: String }

struct Page: Sendable {
    func show(_ error: AFError?) {}
    func move(_ fraction: Double) {}
    func appear(_ result: Result<Void, any Error>) {}
}

nonisolated var page: Page { Page() }
nonisolated var queue: DispatchQueue { .global() }
nonisolated var login: any RequestInterceptor { Login() }
nonisolated var picture: Data { Data() }
nonisolated var feedURL: String { "https://example.com/feed?token=secret" }
nonisolated var bannerURL: String { "https://example.com/banner" }
nonisolated var userURL: String { "https://example.com/user" }
nonisolated var searchURL: String { "https://example.com/search" }
nonisolated var thumbnails: [String] { (1...9).map { "https://example.com/\($0).png" } }
nonisolated var url: URL { URL(fileURLWithPath: "/feed") }

struct Login: RequestInterceptor {}

// MARK: - Checks

let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    AF.request(feedURL).responseDecodable(of: Feed.self) { _ in
        precondition(RequestGroup.current === group, "the handler runs in the group")
    }
    AF.upload(picture, to: feedURL).response { _ in }
    AF.download(feedURL).responseURL { _ in }
    AF.streamRequest(feedURL).responseStreamString { _ in
        precondition(RequestGroup.current === group, "the handler of each piece runs in the group")
    }
    precondition(
        group.outstanding == ["GET /feed", "POST /feed", "GET /feed", "GET /feed"],
        "all requests are in the group, and their labels have no query"
    )
    async let value = AF.request(userURL).serializingDecodable(User.self).result
    group.cancel()
    _ = await value
    return group
}
precondition(
    group.failures.map(\.reason) == Array(repeating: .cancelled, count: 5),
    "the group cancelled all requests"
)

// A request waits for a permit, and its handler receives the cancellation of the group.
let (before, answered) = (Request.handlers.value, LockedCount())
let limited = try await withRequestGroup("limited", options: .limit(1), .tolerant) { group in
    for _ in 1...3 {
        AF.request(feedURL).response { _ in
            precondition(
                RequestGroup.current === group,
                "the handler runs in the group, also for a rejected request"
            )
            answered.add()
        }
    }
    AF.streamRequest(feedURL).responseStreamString {
        if case .complete = $0.event { answered.add() }
    }
    precondition(Request.handlers.value == before + 1, "only one request has started")
    group.cancel()
    return group
}
precondition(answered.value == 4, "the group waits for all handlers")
precondition(limited.failures.count == 4, "the group counts each request once")

// The user cancels an awaited request: the group records it, and the caller gets Alamofire's error.
let awaited = try await withRequestGroup("awaited", options: .tolerant) { group in
    let request = AF.request(userURL)
    async let user = request.serializingDecodable(User.self).result
    while group.outstanding.isEmpty { await Task.yield() }
    request.cancel()
    guard case .failure(.explicitlyCancelled) = await user else {
        preconditionFailure("a request was cancelled")
    }
    return group
}
precondition(
    awaited.failures.map(\.reason) == [.cancelled],
    "the cancelled request does not count as failed"
)

// The caller of a request that is cancelled while it waits for a permit gets the cancellation, too.
try await withRequestGroup("waiting", options: .limit(1), .tolerant) { group in
    AF.request(feedURL).response { _ in }
    async let user = AF.request(userURL).serializingDecodable(User.self).value
    while group.outstanding.count < 2 { await Task.yield() }
    group.cancel()
    do { _ = try await user } catch {
        precondition(error is AFError, "the caller catches the error of Alamofire")
    }
}

// A superseded search does not fail its group, if it is optional or in a tolerant group.
try await withRequestGroup("screen") {
    _ = AF.request(searchURL).optional().response { _ in }.cancel()
    try await withRequestGroup("search", options: .tolerant) {
        _ = AF.request(searchURL).response { _ in }.cancel()
    }
}

// A request that the user cancels has not failed.
do {
    try await withRequestGroup("superseded") {
        _ = AF.request(feedURL).response { _ in }.cancel()
    }
    preconditionFailure("the group throws")
} catch is CancellationError {}
