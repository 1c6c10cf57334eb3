// error: cannot convert value of type 'InterceptedTask<URLSessionDataTask>' to expected element type 'URLSessionTask'
// further error: cannot convert value of type 'InterceptedTask<URLSessionDownloadTask>' to expected element type 'URLSessionTask'
// warning: result of call to 'enter()' is unused
// error: cannot convert value of type 'InterceptedTask<URLSessionDataTask>' to specified type 'URLSessionDataTask'

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func array(_ url: URL, session: InterceptingClient<URLSession>) {
    let data = session.dataTask(with: url)
    let file = session.downloadTask(with: url)
    #if MISTAKE
    let tasks: [URLSessionTask] = [data, file]
    session.dataTask(with: url).enter()
    #else
    session.dataTask(with: url).enter().resume()
    let tasks = [data, file]
    #endif
    for task in tasks { task.resume() }
}

func inferredType(_ url: URL, session: InterceptingClient<URLSession>) {
    #if MISTAKE
    let task = session.dataTask(with: url) { _, _, _ in }
    #else
    let task: URLSessionDataTask = session.dataTask(with: url) { _, _, _ in }
    #endif
    let kept: URLSessionDataTask = task
    kept.resume()
}
