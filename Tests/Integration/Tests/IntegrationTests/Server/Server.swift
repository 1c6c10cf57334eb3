import Hummingbird
import NIOCore
import NIOPosix

/// An HTTP server on a free port of this machine, with routes that behave like good and bad servers.
///
/// Each route answers any method. The query item `run` of a request names its test.
final class Server: Sendable {
    /// The server that all tests share until the process exits.
    static let shared = Task { try await Server() }

    let port: Int

    /// The requests that have arrived, and their connections.
    let traffic = Traffic()

    private init() async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: Self.routes(traffic),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in port.yield(channel.localAddress?.port ?? 0) }
        )
        Task.detached { try await application.run() }
        self.port = await ports.first { _ in true } ?? 0
    }

    /// Returns the URL of a route.
    func url(_ path: String, run: UUID = UUID()) -> URL {
        var components = URLComponents()
        (components.scheme, components.host, components.port) = ("http", "127.0.0.1", port)
        components.path = "/\(path)"
        components.queryItems = [URLQueryItem(name: "run", value: run.uuidString)]
        return components.url ?? URL(fileURLWithPath: "/")
    }

    /// Returns a URL at which no server listens.
    static func refusedURL() async throws -> URL {
        let listener = try await ServerBootstrap(group: NIOSingletons.posixEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = listener.localAddress?.port ?? 0
        try await listener.close()
        return URL(string: "http://127.0.0.1:\(port)/rejected") ?? URL(fileURLWithPath: "/")
    }
}

// MARK: - Routes

extension Server {
    private static func routes(_ traffic: Traffic) -> Router<ConnectionContext> {
        let routes = Routes(traffic: traffic)

        routes.add("echo") { request, _ in Response(text: "\(request.method) \(request.body)") }
        routes.add("as-sent") { request, _ in
            let fields = ["x-app", "content-encoding"].map { name in
                request.headers.first { $0.name.canonicalName == name }?.value ?? "-"
            }
            let parts = ["\(request.method) \(request.uri)"] + fields + [request.body]
            return Response(text: parts.joined(separator: "\n"))
        }
        routes.add("headers") { request, _ in
            let fields = request.headers.map { "\($0.name.canonicalName): \($0.value)" }
            return Response(text: ([request.body] + fields.sorted()).joined(separator: "\n"))
        }
        routes.add("headers-elsewhere") { _, _ in
            Response(
                text: "elsewhere",
                status: .temporaryRedirect,
                headers: [.location: "/headers"]
            )
        }
        routes.add("missing") { _, _ in Response(text: "no such thing", status: .notFound) }
        routes.add("empty") { _, _ in Response(status: .noContent) }
        routes.add("redirect") { _, _ in
            Response(text: "elsewhere", status: .found, headers: [.location: "/echo"])
        }
        routes.add("loop") { _, _ in
            Response(text: "again", status: .found, headers: [.location: "/loop"])
        }
        routes.add("secret") { request, _ in
            let expected = "Basic \(Data("user:password".utf8).base64EncodedString())"
            guard request.headers[.authorization] == expected else {
                return Response(
                    status: .unauthorized,
                    headers: [.wwwAuthenticate: "Basic realm=\"tests\"", .contentLength: "0"]
                )
            }
            return Response(text: "the secret")
        }
        routes.add("slow") { _, _ in
            Response(length: 50) { writer in
                for piece in 0..<5 {
                    // The delay makes the server slow, not the test.
                    try await Task.sleep(for: .milliseconds(5))
                    try await writer.write(ByteBuffer(repeating: UInt8(piece), count: 10))
                }
            }
        }
        routes.add("large") { _, _ in
            Response(length: largeCount) { writer in
                let piece = ByteBuffer(repeating: 7, count: 1 << 16)
                for _ in 0..<(largeCount / piece.readableBytes) { try await writer.write(piece) }
                let rest = largeCount % piece.readableBytes
                try await writer.write(ByteBuffer(repeating: 7, count: rest))
            }
        }
        routes.add("silent") { _, context in
            try await context.channel.closeFuture.get()
            return Response(status: .ok)
        }
        routes.add("reset") { _, context in
            try await context.resetConnection()
            return Response(status: .ok)
        }
        routes.add("reset-in-body") { _, context in
            Response(length: 100) { writer in
                try await writer.write(ByteBuffer(repeating: 7, count: 10))
                try await context.resetConnection()
            }
        }
        routes.add("cut-off") { _, context in
            Response(length: 100) { writer in
                try await writer.write(ByteBuffer(repeating: 7, count: 10))
                try await context.channel.close()
            }
        }
        routes.add("connection") { _, context in
            Response(text: "\(ObjectIdentifier(context.channel))")
        }
        return routes.router
    }
}

/// 5 MB.
let largeCount = 5_000_000

/// The context of a request, with its connection.
private struct ConnectionContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Closes the connection with a reset, as a crashed peer does.
    func resetConnection() async throws {
        let options = channel as? any SocketOptionProvider
        try await options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        try await channel.close()
    }
}

/// A completely received request.
private struct Received: Sendable {
    let method: HTTPRequest.Method
    let uri: String
    let headers: HTTPFields
    let body: String
}

/// Routes that answer any method, and record each arriving request.
private struct Routes {
    let router = Router(context: ConnectionContext.self)
    let traffic: Traffic

    func add(
        _ path: String,
        _ handler: @escaping @Sendable (Received, ConnectionContext) async throws -> Response
    ) {
        for method in [HTTPRequest.Method.get, .post, .put] {
            router.on(RouterPath(path), method: method) { [traffic] request, context in
                let run = request.uri.queryParameters["run"].map(String.init).flatMap(UUID.init)
                if let run { traffic.note(run, on: context.channel) }
                // A client may never receive an answer that is sent before its body was read.
                let body = try await request.body.collect(upTo: 1 << 20)
                let received = Received(
                    method: request.method,
                    uri: request.uri.string,
                    headers: request.headers,
                    body: String(buffer: body)
                )
                return try await handler(received, context)
            }
        }
    }
}

extension Response {
    fileprivate init(text: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
        let body = ByteBuffer(string: text)
        self.init(status: status, headers: headers, body: .init(byteBuffer: body))
    }

    fileprivate init(
        length: Int,
        _ write: @escaping @concurrent @Sendable (inout any ResponseBodyWriter) async throws -> Void
    ) {
        self.init(
            status: .ok,
            headers: [.contentLength: "\(length)"],
            body: .init(contentLength: length) { writer in
                try await write(&writer)
                try await writer.finish(nil)
            }
        )
    }
}
