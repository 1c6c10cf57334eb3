// `URLSession`, for which the wrapper is built in.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let url = URL(fileURLWithPath: "/feed")
let (banner, profile) = (url, url)
let configuration = URLSessionConfiguration.default

func calls() async throws {
    // snippet: URLSession
    // Before: URLSession(configuration: .default)
    let session = InterceptingClient(URLSession(configuration: .default))

    // The task enters when it is resumed, and leaves when its handler has returned.
    session.dataTask(with: url) { data, response, error in show(data, error) }.resume()

    // The task enters when it is resumed, and leaves when the session has finished the task.
    session.uploadTask(with: URLRequest(url: url), from: Data()).resume()

    // The request enters when the method is called, and leaves when the method returns.
    let (data, response) = try await session.data(from: url)
    // end: URLSession

    show(data, response.url == nil ? URLError(.badURL) : nil)

    // snippet: URLSession task
    // An InterceptedTask has the properties of the task, and enters when it is resumed.
    let task = session.dataTask(with: url) { data, _, error in show(data, error) }
    task.priority = URLSessionTask.highPriority
    task.resume()

    // `enter()` returns the bare session task, which enters at once. Always resume it.
    let ownTask = session.dataTask(with: url) { data, _, error in show(data, error) }.enter()
    ownTask.resume()

    // The declared type has the same effect, for calls that must not change.
    let namedTask: URLSessionDataTask = session.dataTask(with: url) { data, _, error in
        show(data, error)
    }
    namedTask.resume()
    // end: URLSession task

    // snippet: URLSession marks
    // A failure of the banner does not fail the group. Under a limit, the profile starts first.
    session.requests(isOptional: true).dataTask(with: banner) { data, _, error in
        show(data, error)
    }
    .resume()
    let user = try await session.requests(priority: .high).data(from: profile)
    // end: URLSession marks
    show(user.0, nil)

    // Delegates and getAllTasks return bare tasks: wrapped again, such a task equals the task that you keep.
    for other in await session.allTasks where session.interceptedTask(for: other) == task {
        session.interceptedTask(for: other).cancel()
    }
}

@MainActor
func delegates() {
    // snippet: URLSession delegate
    // Before: URLSession(…). The arguments stay the same, and the delegate gets the same calls.
    let downloads = InterceptingClient(
        configuration: configuration,
        delegate: Downloads(),
        delegateQueue: .main
    )

    withRequestGroup("images") {
        // The task leaves when the delegate's `urlSession(_:task:didCompleteWithError:)` has returned.
        downloads.downloadTask(with: url).resume()
    } completion: { _ in
    }
    // end: URLSession delegate
}

@MainActor
func checked() {
    // snippet: URLSession status
    // A session treats a 404 as a success; with this check, the group treats it as a failure.
    let session = InterceptingClient(
        URLSession.shared,
        statusCheck: .successful
    )

    withRequestGroup("home page") {
        session.dataTask(with: url) { data, _, error in show(data, error) }.resume()
    } success: {
    } failure: { failures in
        let status = failures.first?.error as? HTTPStatusError
        show(nil, status)
    }
    // end: URLSession status
}

@Sendable func show(_ data: Data?, _ error: (any Error)?) {}

final class Downloads: NSObject, URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession,
        downloadTask: URLSessionDownloadTask,
        didFinishDownloadingTo location: URL
    ) {}
}
