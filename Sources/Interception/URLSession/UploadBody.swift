import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of an upload, which a session receives beside the request.
///
/// In the pipeline the body is part of the request, where adapters and stubs find it. The session receives the
/// two separately again, because a body in the request changes its header fields.
struct UploadBody: Sendable {
    private let data: Data?
    /// The body of the request itself, which is not sent.
    private let unused: Data?
    private let isPiped: Bool

    /// Creates the body of an upload; `isPiped` is `true` if the request goes through the pipeline.
    init(_ data: Data?, of request: URLRequest, isPiped: Bool) {
        self.data = data
        unused = request.httpBody
        self.isPiped = isPiped
    }

    /// Returns the request for the pipeline.
    func put(into request: URLRequest) -> URLRequest {
        isPiped ? request.carrying(data) : request
    }

    /// Returns the request for the session, from the request after the pipeline.
    func take(from request: URLRequest) -> URLRequest {
        isPiped ? request.carrying(unused) : request
    }

    /// Returns the data to upload, from the request after the pipeline.
    func data(of request: URLRequest) -> Data? {
        let data = isPiped ? request.httpBody : data
        #if canImport(FoundationNetworking)
        // On Linux a session ends the process if there is no data.
        return data ?? Data()
        #else
        return data
        #endif
    }
}

extension URLRequest {
    fileprivate func carrying(_ body: Data?) -> URLRequest {
        var request = self
        request.httpBody = body
        return request
    }
}
