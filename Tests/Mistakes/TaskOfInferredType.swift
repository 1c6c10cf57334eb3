// error: cannot convert value of type 'InterceptedTask<URLSessionDataTask>' to specified type 'URLSessionDataTask'

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func load(_ url: URL, session: InterceptingClient<URLSession>) {
    let task = session.dataTask(with: url) { _, _, _ in }
    let kept: URLSessionDataTask = task
    kept.resume()
}
