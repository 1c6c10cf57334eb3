import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The body of an upload, which a session is given beside its request.
///
/// In the pipeline it is in the request, where adapters and stubs find it. The session gets both as it
/// would without a pipeline: what is in the request changes its header fields.
struct UploadBody: Sendable {
    private let data: Data?
    /// The body of the request itself, which is not sent.
    private let unused: Data?
    private let isPiped: Bool

    /// - Parameters:
    ///   - data: what is to be uploaded.
    ///   - request: where to.
    ///   - isPiped: whether the request goes through the pipeline.
    init(_ data: Data?, of request: URLRequest, isPiped: Bool) {
        self.data = data
        unused = request.httpBody
        self.isPiped = isPiped
    }

    /// The request that goes through the pipeline.
    func put(into request: URLRequest) -> URLRequest {
        isPiped ? request.carrying(data) : request
    }

    /// The request that the session gets, of the one that has come through the pipeline.
    func take(from request: URLRequest) -> URLRequest {
        isPiped ? request.carrying(unused) : request
    }

    /// What is uploaded with the request that has come through the pipeline.
    func data(of request: URLRequest) -> Data? {
        let data = isPiped ? request.httpBody : data
        #if canImport(FoundationNetworking)
        // A session ends the process if there is none.
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
