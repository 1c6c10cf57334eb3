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
    // Before
    let oldSession = URLSession(configuration: .default)

    // After: one line. What follows stays as it is.
    let session = InterceptingClient(URLSession(configuration: .default))

    // Enters when it is resumed, leaves when its handler has returned.
    session.dataTask(with: url) { data, response, error in show(data, error) }.resume()

    // Enters when it is resumed, leaves when the session is done with it.
    session.uploadTask(with: URLRequest(url: url), from: Data()).resume()

    // Enters when it is called, leaves when it returns.
    let (data, response) = try await session.data(from: url)
    // end: URLSession

    oldSession.finishTasksAndInvalidate()
    show(data, response.url == nil ? URLError(.badURL) : nil)

    // snippet: URLSession task
    // An InterceptedTask: reads and writes like the task that it is about, and enters at its resume.
    let task = session.dataTask(with: url) { data, _, error in show(data, error) }
    task.priority = URLSessionTask.highPriority
    task.resume()

    // The session's own task: enters here, at once. Do resume it.
    let ownTask = session.dataTask(with: url) { data, _, error in show(data, error) }.enter()
    ownTask.resume()

    // The same, as the declaration says: for call sites that must stay.
    let namedTask: URLSessionDataTask = session.dataTask(with: url) { data, _, error in
        show(data, error)
    }
    namedTask.resume()

    // Tasks of several kinds in one array.
    let tasks = [session.dataTask(with: url), session.downloadTask(with: url)]
    for task in tasks { task.resume() }
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

    // snippet: URLSession handed task
    // A task as delegates and getAllTasks hand it out: wrapped again, it equals the task that you keep.
    for other in await session.allTasks where session.interceptedTask(for: other) == task {
        session.interceptedTask(for: other).cancel()
    }
    // end: URLSession handed task
}

@MainActor
func delegates() {
    // snippet: URLSession delegate
    // Before
    let oldDownloads = URLSession(
        configuration: configuration,
        delegate: Downloads(),
        delegateQueue: .main
    )

    // After: the same arguments. The delegate gets every call that it got before.
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

    oldDownloads.invalidateAndCancel()
}

@MainActor
func checked() {
    // snippet: URLSession status
    // A 404 is no error to a session, and none to your handlers. With this it is one to the group.
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
