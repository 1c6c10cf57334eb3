import Foundation
import Interception
import OldApp

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// The wrapper, written once per client: the signatures of the client, one statement each.
extension InterceptingClient<NetworkTool> {
    func get(
        _ path: String,
        success: NetworkTool.Success?,
        failure: NetworkTool.Failure?
    ) {
        intercept("GET \(path)", onRefusal: failure) { call in
            base.get(path, success: call.success(success), failure: call.failure(failure))
        }
    }

    func post(
        _ path: String,
        data: [String: Any],
        success: NetworkTool.Success?,
        failure: NetworkTool.Failure?
    ) {
        intercept("POST \(path)", onRefusal: failure) { call in
            base.post(
                path,
                data: data,
                success: call.success(success),
                failure: call.failure(failure)
            )
        }
    }

    @discardableResult
    func download(
        _ path: String,
        success: NetworkTool.Success?,
        failure: NetworkTool.Failure?
    ) -> URLSessionTask? {
        intercept(
            "GET \(path)",
            cancel: { $0?.cancel() },
            { call in
                base.download(path, success: call.success(success), failure: call.failure(failure))
            }
        )
    }
}
