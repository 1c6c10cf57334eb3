// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// One callback for success and one for failure, of every kind.
public final class PairClient: Client, @unchecked Sendable {
    public typealias Success = (String) -> Void
    public typealias Failure = @Sendable (Error) -> Void

    public func post(
        _ path: String,
        data: [String: Any] = [:],
        success: ((Any) -> Void)?,
        failure: ((Error) -> Void)?
    ) {
        script.send("post", success: { success?($0) }, failure: failure)
    }

    public func aliased(_ path: String, success: Success? = nil, failure: Failure? = nil) {
        script.send("aliased", success: success, failure: failure)
    }

    public func unwrapped(
        _ path: String!,
        success: ((String) -> Void)!,
        failure: ((NSError) -> Void)!
    ) {
        script.send("unwrapped", success: success) { failure($0 as NSError) }
    }

    public func own(success: @escaping (String) -> Void, failure: @escaping (Refused) -> Void) {
        script.send("own", success: success) { failure($0 as? Refused ?? Refused("other")) }
    }

    public func onMain(
        onSuccess: @escaping @MainActor (String) -> Void,
        onError: @escaping @MainActor (Error) -> Void
    ) {
        script.send(
            "onMain",
            success: { value in MainActor.assumeIsolated { onSuccess(value) } },
            failure: { error in MainActor.assumeIsolated { onError(error) } }
        )
    }

    /// As in AFNetworking, both callbacks get the task.
    public func withTask(
        _ path: String,
        parameters: Any?,
        progress: ((Progress) -> Void)?,
        success: ((Response, Any?) -> Void)?,
        failure: ((Response?, Error) -> Void)?
    ) {
        script.send(
            "withTask",
            success: { value in
                progress?(Progress(totalUnitCount: 1))
                success?(Response(), value)
            },
            failure: { failure?(nil, $0) }
        )
    }

    /// The options and the delegate contain code that no wrapper sees.
    public func watched(
        options: WatchOptions,
        delegate: (any WatchDelegate)?,
        success: @escaping Success,
        failure: @escaping Failure
    ) {
        script.send("watched", success: success, failure: failure)
    }

    public func manyValues(
        success: @escaping (String, Int, Response) -> Void,
        failure: @escaping (Error) -> Void,
        always: @escaping () -> Void
    ) {
        script.send(
            "manyValues",
            success: {
                success($0, 200, Response())
                always()
            },
            failure: {
                failure($0)
                always()
            }
        )
    }
}

public struct WatchOptions: Sendable {
    public let onRetry: (@Sendable () -> Void)?

    public init(onRetry: (@Sendable () -> Void)?) {
        self.onRetry = onRetry
    }
}

public protocol WatchDelegate: AnyObject {}
