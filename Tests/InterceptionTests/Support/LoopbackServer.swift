import Foundation
import Testing

/// A server on a free port of this machine that answers every request with `ok`.
///
/// For downloads: FoundationNetworking gives no file to a download that a `URLProtocol` answers.
final class LoopbackServer: Sendable {
    private let socket: Int32
    private let port: UInt16

    init() throws {
        #if canImport(Darwin)
        let kind = SOCK_STREAM
        #else
        let kind = Int32(SOCK_STREAM.rawValue)
        #endif
        let socket = Foundation.socket(AF_INET, kind, 0)
        try #require(socket >= 0)
        self.socket = socket
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(socket, generic, length) == 0 && listen(socket, 16) == 0
                    && getsockname(socket, generic, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        try #require(isBound)
        Thread.detachNewThread { Self.serve(socket) }
    }

    func url(_ path: String) throws -> URL {
        try #require(URL(string: "http://127.0.0.1:\(port)/\(path)?token=secret"))
    }

    /// Ends the thread that accepts.
    func close() {
        shutdown(socket, Int32(SHUT_RDWR))
    }

    private static func serve(_ socket: Int32) {
        while true {
            let connection = accept(socket, nil, nil)
            guard connection >= 0 else { break }
            answer(connection)
            _ = Foundation.close(connection)
        }
        _ = Foundation.close(socket)
    }

    private static func answer(_ connection: Int32) {
        var request: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !request.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let count = recv(connection, &buffer, buffer.count, 0)
            guard count > 0 else { return }
            request += buffer.prefix(count)
        }
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
        _ = send(connection, response, response.utf8.count, 0)
    }
}
