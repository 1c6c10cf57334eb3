// error: value of type 'URLSession' has no member 'dataTaskOfLinux'
import Foundation

func start(_ session: URLSession) {
    #if canImport(FoundationNetworking)
    session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/"))).resume()
    #else
    session.dataTaskOfLinux().resume()
    #endif
}
