// The app in which the examples of DocComments.swift are. `scripts/examples` prints both files as one, so this file
// imports nothing.

extension NetworkTool {
    func getUser(success: @escaping (User) -> Void, failure: @escaping (any Error) -> Void) {}
    func send(
        _ request: URLRequest,
        completion: @escaping @Sendable (Result<LoadedResponse, any Error>) -> Void
    ) -> URLSessionDataTask { URLSession.shared.dataTask(with: request) }
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String) { post(path, success: nil, failure: nil) }
}

/// A client with methods of other shapes.
struct Backend: Sendable {
    func user() async throws -> User { User() }
    func get(_ path: String, completion: (Data?, (any Error)?) -> Void) -> Request { Request() }
    func fetch(_ path: String, _ done: @escaping (Int, [String], Data?, Problem?) -> Void) {}
}

struct OddClient: Sendable {
    func get(_ path: String, answer: @escaping (Any) -> Void) {}
    func get(_ path: String, completion: @escaping (Data?, (any Error)?) -> Void) {}
    func post(_ path: String, success: @escaping (Any) -> Void, failure: ((any Error) -> Void)?) {}
    func makeJob(_ path: String) -> Job { Job() }
    func ping() {}
}

final class Job {
    var completion: ((Data?, (any Error)?) -> Void)?

    func start() {}
}

final class Request: Sendable {
    func cancel() {}
}

protocol Network: Sendable {
    func get(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    )
}

struct PageModel: Sendable {
    var network: any Network
    var hasEnded: Bool { true }

    func load() {}
}

struct Problem { var error: any Error }
struct User: Sendable {}
struct Offline: Error {}
enum Session { @TaskLocal static var current: String? }
enum Log { @TaskLocal static var metadata: [String: String] = [:] }

struct ProgressBar: Sendable {
    func show(_ progress: GroupProgress) {}
    func show(_ progress: BatchProgress) {}
}

let client = OddClient()
let analytics = OddClient()
let bar = ProgressBar()
let queue = DispatchQueue(label: "parsing")
let images = ["1.png", "2.png"]
let replicas = ["a", "b", "c"]
let caches = FileManager.default.temporaryDirectory
let icon = URL(fileURLWithPath: "icon.png")
let request = URLRequest(url: caches)

@Sendable func load() async {}
func loadPage() async throws {}
@Sendable func show(_ answer: Any) {}
@Sendable func show(_ label: String, _ error: any Error) {}
@Sendable func report(_ error: any Error) {}
@Sendable func token() async throws -> String { "" }
func signature(of request: URLRequest) throws -> String { "" }
@Sendable func nextPage(after response: LoadedResponse) throws -> URLRequest? { nil }
@Sendable func authorized(_ request: URLRequest, by _: LoadedResponse) -> URLRequest { request }
@Sendable func model(_ network: any Network) async -> PageModel { PageModel(network: network) }
// swift-format-ignore: AlwaysUseLowerCamelCase
func XCTAssert(_ condition: Bool, _ message: String = "") {}
