// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client NetworkTool --output Sources/GroupedPage
//
// swift-format-ignore-file
// swiftlint:disable all

import Foundation
import Interception
import OldApp

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

nonisolated extension InterceptingClient<NetworkTool> {
    var baseURL: URL? {
        get { base.baseURL }
        nonmutating set { base.baseURL = newValue }
    }

    var prepare: (@Sendable (inout URLRequest) -> Void)? {
        get { base.prepare }
        nonmutating set { base.prepare = newValue }
    }

    @discardableResult
    func download(
        _ path: String,
        success: NetworkTool.Success?,
        failure: NetworkTool.Failure?
    ) -> URLSessionTask? {
        intercept("GET \(path)", .success(success), .failure(failure), cancel: { $0?.cancel() }) {
            base.download(path, success: $0, failure: $1)
        }
    }

    func get(_ path: String, success: NetworkTool.Success?, failure: NetworkTool.Failure?) {
        intercept("GET \(path)", .success(success), .failure(failure)) { success, failure in
            base.get(path, success: success, failure: failure)
        }
    }

    func post(
        _ path: String,
        data: [String: Any],
        success: NetworkTool.Success?,
        failure: NetworkTool.Failure?
    ) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, data: data, success: success, failure: failure)
        }
    }
}
