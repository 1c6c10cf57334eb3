// Sends requests through a wrapped and a bare session without a network: a protocol answers at once. Also reads stored
// responses, and exports timelines.
// Meant for counting instructions, which repeat from run to run.
//
//     SessionTasks list                    prints the contenders
//     SessionTasks run CONTENDER …         sends 100 requests of each, one after the other, and then 200 between
//                                          two calls of `writeCounts`

import Dispatch
import Foundation
import Interception
import ProcessUse

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers every request with two bytes, on the calling thread.
private final class AnsweringAtOnce: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url, let client else { return }
        let response = HTTPURLResponse(
            url: url,
            statusCode: 200,
            httpVersion: "HTTP/1.1",
            headerFields: ["Content-Length": "2"]
        )
        if let response {
            client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        }
        client.urlProtocol(self, didLoad: Data("ok".utf8))
        client.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// The delegate of tasks without a completion handler.
private final class Ears: NSObject, URLSessionDataDelegate {
    let ended = DispatchSemaphore(value: 0)

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        precondition(error == nil, "The protocol did not answer.")
        ended.signal()
    }
}

private struct Contender {
    let name: String
    let title: String
    /// Sends this number of requests, and returns when the last has been answered.
    let send: (Int) -> Void
}

private let configuration: URLSessionConfiguration = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [AnsweringAtOnce.self]
    return configuration
}()

private let address = "http://127.0.0.1/page?id=7"
private let url = URL(string: address) ?? URL(filePath: "/")

/// Runs the requests of a round in a group, and waits for the group.
private func inGroup(options: RequestGroupOption = [], _ body: () -> Void) {
    let ended = DispatchSemaphore(value: 0)
    withRequestGroup("page", options: options, queue: .global()) {
        body()
    } completion: { result in
        if case .failure(let error) = result { preconditionFailure("\(error)") }
        ended.signal()
    }
    ended.wait()
}

private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(getpid())")

/// Reads the body of a file, or of a stored response.
private func read(_ count: Int, _ size: Int, _ body: () throws -> Data) {
    for _ in 0..<count { precondition((try? body())?.count == size) }
}

/// Returns a function that reads a stored response with a body of this size.
private func hits(_ size: Int) -> (Int) -> Void {
    let cache = ResponseCache(directory: folder, lifetime: .seconds(3_600))
    let request = URLRequest(url: url.appendingPathComponent("\(size)"))
    let response = HTTPURLResponse(
        url: request.url ?? url,
        statusCode: 200,
        httpVersion: "HTTP/1.1",
        headerFields: ["Content-Type": "application/json", "Content-Length": "\(size)"]
    )
    if let response {
        cache.store(LoadedResponse(data: Data(count: size), response: response), for: request)
    }
    return { count in read(count, size) { try cache.response(for: request).data } }
}

private func recording(of count: Int) -> TimelineRecording {
    let timeline = RequestTimeline()
    inGroup(options: .observer(timeline)) {
        for number in 0..<count { RequestGroup.current?.enter("GET /feed?page=\(number)")?.leave() }
    }
    return timeline.recording
}

private func contenders() -> [Contender] {
    let ears = Ears()
    let session = URLSession(configuration: configuration)
    let wrapped = InterceptingClient(session)
    let hearing = URLSession(configuration: configuration, delegate: ears, delegateQueue: nil)
    let wrappedHearing = InterceptingClient(
        configuration: configuration,
        delegate: ears,
        delegateQueue: nil
    )
    let answered = DispatchSemaphore(value: 0)

    func sendWithHandler(_ count: Int) {
        for _ in 0..<count {
            session.dataTask(with: url) { data, _, _ in
                precondition(data?.count == 2)
                answered.signal()
            }.resume()
            answered.wait()
        }
    }
    func sendWrapped(_ count: Int) {
        for _ in 0..<count {
            wrapped.dataTask(with: url) { data, _, _ in
                precondition(data?.count == 2)
                answered.signal()
            }.resume()
            answered.wait()
        }
    }
    func sendOwn(_ count: Int) {
        for _ in 0..<count {
            let task: URLSessionDataTask = wrapped.dataTask(with: url) { data, _, _ in
                precondition(data?.count == 2)
                answered.signal()
            }
            task.resume()
            answered.wait()
        }
    }
    func sendHearing(_ count: Int) {
        for _ in 0..<count {
            hearing.dataTask(with: url).resume()
            ears.ended.wait()
        }
    }
    func sendWrappedHearing(_ count: Int) {
        for _ in 0..<count {
            wrappedHearing.dataTask(with: url).resume()
            ears.ended.wait()
        }
    }
    let file = folder.appendingPathComponent("file")
    let (small, large) = (hits(10_000), hits(1_000_000))
    try? Data(count: 1_000_000).write(to: file)
    func contender(_ name: String, _ title: String, _ send: @escaping (Int) -> Void) -> Contender {
        Contender(name: name, title: title, send: send)
    }
    return [
        contender("bare", "a task with a handler", sendWithHandler),
        contender("outside", "the same, wrapped, outside any group", sendWrapped),
        contender("grouped", "the same, wrapped, in a group") { count in
            inGroup { sendWrapped(count) }
        },
        contender("own-outside", "a task of the session's own type, outside any group", sendOwn),
        contender("own-grouped", "the same, in a group") { count in inGroup { sendOwn(count) } },
        contender("bare-delegate", "a task that reports to a delegate", sendHearing),
        contender("delegate-outside", "the same, wrapped, outside any group", sendWrappedHearing),
        contender("delegate-grouped", "the same, wrapped, in a group") { count in
            inGroup { sendWrappedHearing(count) }
        },
        contender("bare-file", "reading a file of 1 MB") { count in
            read(count, 1_000_000) { try Data(contentsOf: file) }
        },
        contender("hit-small", "a hit of 10 kB in a cache", small),
        contender("hit-large", "a hit of 1 MB in a cache", large),
        contender("bare-timeline", "a request in a timeline") {
            precondition(recording(of: $0).groups.count == 1)
        },
        contender("exports", "the same, in all four exports") { count in
            let recording = recording(of: count)
            let exports =
                [recording.traceEvents(), recording.svg(), recording.text()] + recording.otlp()
            precondition(exports.allSatisfy { !$0.isEmpty })
        },
    ]
}

// A thread without a current task, like the threads on which clients call back.
let thread = Thread {
    let arguments = CommandLine.arguments
    switch arguments.dropFirst().first {
    case "list":
        for contender in contenders() { print("\(contender.name)\t\(contender.title)") }
    case "run":
        for name in arguments.dropFirst(2) {
            guard let contender = contenders().first(where: { $0.name == name })
            else { fatalError("no contender is called \(name)") }
            contender.send(100)
            writeCounts()
            contender.send(200)
            writeCounts()
        }
    default: fatalError("say list or run")
    }
    try? FileManager.default.removeItem(at: folder)
    exit(0)
}
thread.start()
while true { sleep(1_000) }
