// `URLSession`, for which the wrapper is built in.

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

let url = URL(fileURLWithPath: "/feed")

// snippet: URLSession
// Before
let oldSession = URLSession.shared

// After
let session = InterceptingClient(URLSession.shared)

// As ever: enters when it is resumed, leaves when its handler has returned.
let task = session.dataTask(with: url) { data, response, error in
    show(data, error)
}
task.resume()

// As ever: enters when it is called, leaves when it returns.
let (data, response) = try await session.data(from: url)
// end: URLSession

// snippet: URLSession task
let before: URLSessionDataTask
before = oldSession.dataTask(with: url) { data, _, error in show(data, error) }

let after: InterceptedTask<URLSessionDataTask>  // `after.base` is the URLSessionDataTask
after = session.dataTask(with: url) { data, _, error in show(data, error) }
// end: URLSession task

@Sendable func show(_ data: Data?, _ error: (any Error)?) {}
