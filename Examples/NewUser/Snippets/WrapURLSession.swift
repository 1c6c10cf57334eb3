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

    // Enters when it is resumed, leaves when its handler has returned.
    session.dataTask(with: url) { data, response, error in show(data, error) }.resume()

    // Enters when it is resumed, leaves when the session has finished it.
    session.uploadTask(with: URLRequest(url: url), from: Data()).resume()

    // Enters when it is called, leaves when it returns.
    let (data, response) = try await session.data(from: url)
    // end: URLSession

    show(data, response.url == nil ? URLError(.badURL) : nil)

    // snippet: URLSession task
    // An InterceptedTask: has the properties of the task, and enters when it is resumed.
    let task = session.dataTask(with: url) { data, _, error in show(data, error) }
    task.priority = URLSessionTask.highPriority
    task.resume()

    // The session's own task: enters here, at once. Always resume it.
    let ownTask = session.dataTask(with: url) { data, _, error in show(data, error) }.enter()
    ownTask.resume()

    // The same by a declared type, for calls that have to stay as they are.
    let namedTask: URLSessionDataTask = session.dataTask(with: url) { data, _, error in
        show(data, error)
    }
    namedTask.resume()
    // end: URLSession task

    // snippet: URLSession marks
    // A failure of the banner does not fail the group, and under a limit the profile goes first.
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
        // Leaves when the delegate's `urlSession(_:task:didCompleteWithError:)` has returned.
        downloads.downloadTask(with: url).resume()
    } completion: { _ in
    }
    // end: URLSession delegate
}

@MainActor
func checked() {
    // snippet: URLSession status
    // A session and its handlers take a 404 for a success; with this check, the group does not.
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
