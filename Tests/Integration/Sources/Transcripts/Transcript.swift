package import Foundation
import Synchronization

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The callbacks of one request in order, each with its arguments and its queue.
package final class Transcript: Sendable {
    private struct Contents {
        var lines: [Line] = []
        /// The return value or error of an asynchronous method.
        ///
        /// Its caller resumes on another thread than the delegate, so this line has no defined place among the
        /// others and comes last.
        var result: String?
        var isOver = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private struct Line {
        let text: String
        /// The total number of bytes; the sizes of the chunks differ from run to run.
        var bytes: Int64?
    }

    private let contents = Mutex(Contents())

    package init() {}

    /// The callbacks so far.
    package var lines: [String] {
        contents.withLock { contents in
            let lines = contents.lines.map { line in
                line.bytes.map { "\(line.text) \($0) bytes" } ?? line.text
            }
            return lines + (contents.result.map { [$0] } ?? [])
        }
    }

    /// Waits until the caller can observe that the request has completed.
    package func over() async {
        await withCheckedContinuation { continuation in
            let isOver = contents.withLock { contents in
                if !contents.isOver { contents.waiting.append(continuation) }
                return contents.isOver
            }
            if isOver { continuation.resume() }
        }
    }

    /// Records a callback.
    package func note(_ callback: String) {
        contents.withLock { $0.lines.append(Line(text: "\(callback), \(Self.place)")) }
    }

    /// Records that bytes were sent or received.
    package func note(_ callback: String, bytes: Int64) {
        let text = "\(callback), \(Self.place)"
        contents.withLock { contents in
            if let last = contents.lines.last, last.text == text, let before = last.bytes {
                contents.lines[contents.lines.count - 1].bytes = before + bytes
            } else {
                contents.lines.append(Line(text: text, bytes: bytes))
            }
        }
    }

    /// Records the callback that completes the request.
    package func end(_ callback: String) {
        note(callback)
        finish { _ in }
    }

    /// Records the return value or error of an asynchronous method, which completes the request.
    private func end(result: String) {
        let line = "\(result), \(Self.place)"
        finish { $0.result = line }
    }

    private func finish(_ note: (inout sending Contents) -> Void) {
        let waiting = contents.withLock { contents in
            note(&contents)
            defer { contents.waiting = [] }
            contents.isOver = true
            return contents.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    /// The name of the current operation queue.
    private static var place: String { "on \(OperationQueue.current?.name ?? "no queue")" }
}

extension Transcript {
    /// The completion handler of a data or an upload task.
    package func handle(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        end("handler(\(text(data)), \(text(response)), \(text(error)))")
    }

    /// The completion handler of a download task.
    package func handle(_ file: URL?, _ response: URLResponse?, _ error: (any Error)?) {
        end("handler(\(text(contentsOf: file)), \(text(response)), \(text(error)))")
    }

    /// Calls an asynchronous method, and records its return value or error.
    package func await(_ method: () async throws -> (Data, URLResponse)) async {
        do {
            let (data, response) = try await method()
            end(result: "returned (\(text(data)), \(text(response)))")
        } catch {
            end(result: "threw \(text(error))")
        }
    }

    /// Calls an asynchronous download, and records its return value or error.
    package func await(_ method: () async throws -> (URL, URLResponse)) async {
        do {
            let (file, response) = try await method()
            end(result: "returned (\(text(contentsOf: file)), \(text(response)))")
            try? FileManager.default.removeItem(at: file)
        } catch {
            end(result: "threw \(text(error))")
        }
    }
}

func text(_ data: Data?) -> String {
    guard let data else { return "no data" }
    // Hashing a larger body takes too long.
    if data.count > 1 << 20 {
        let isUniform = data == Data(repeating: 7, count: data.count)
        return "\(data.count) \(isUniform ? "sevens" : "bytes, not all of them sevens")"
    }
    // FNV-1a is stable across runs, unlike `Hasher`.
    let hash = data.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return "\(data.count) bytes #\(hash)"
}

func text(contentsOf file: URL?) -> String {
    guard let file else { return "no file" }
    return (try? Data(contentsOf: file)).map { text($0) } ?? "unreadable file"
}

func text(_ response: URLResponse?) -> String {
    guard let response = response as? HTTPURLResponse else {
        return response == nil ? "no response" : "not HTTP"
    }
    let headers = response.allHeaderFields.keys.map { "\($0)".lowercased() }.sorted()
    return "\(response.statusCode) from \(response.url?.path ?? "nowhere") with \(headers)"
}

func text(_ error: (any Error)?) -> String {
    guard let error = error as NSError? else { return "no error" }
    return "\(error.domain) \(error.code)"
}
