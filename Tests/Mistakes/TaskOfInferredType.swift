// error: cannot convert value of type 'InterceptedTask<URLSessionDataTask>' to specified type 'URLSessionDataTask'

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func load(_ url: URL, session: InterceptingClient<URLSession>) {
    #if MISTAKE
    let task = session.dataTask(with: url) { _, _, _ in }
    #else
    let task: URLSessionDataTask = session.dataTask(with: url) { _, _, _ in }
    #endif
    let kept: URLSessionDataTask = task
    kept.resume()
}
