// error: heterogeneous collection literal could only be inferred to '[Any]'; add explicit type annotation if this is intentional

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

func load(_ page: URL, _ film: URL, session: InterceptingClient<URLSession>) {
    let tasks = [session.dataTask(with: page), session.downloadTask(with: film)]
    print(tasks.count)
}
