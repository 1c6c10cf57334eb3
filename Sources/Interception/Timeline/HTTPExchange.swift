import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The parts of an HTTP exchange that are not secret: no query, no headers and no body.
struct HTTPExchange: Sendable {
    let method: String
    let scheme: String?
    let host: String?
    let port: Int?
    let path: String
    let status: Int?
    let origin: RequestOutcome.Origin

    init(_ request: URLRequest, _ outcome: RequestOutcome) {
        let url = request.url?.absoluteURL
        method = request.shownMethod
        scheme = url?.scheme?.lowercased()
        host = url?.shownHost
        port = url?.port ?? ["http": 80, "https": 443][scheme ?? ""]
        path = host == nil ? "" : url.map { String($0.shownPath) } ?? ""
        origin = outcome.origin
        status =
            switch outcome.result {
            case .success(let loaded): loaded.statusCode
            case .failure(let error): (error as? HTTPStatusError)?.statusCode
            }
    }

    var url: String? {
        guard let scheme, let host else { return nil }
        let isUsual = port == ["http": 80, "https": 443][scheme]
        return "\(scheme)://\(host)\(isUsual ? "" : port.map { ":\($0)" } ?? "")\(path)"
    }
}
