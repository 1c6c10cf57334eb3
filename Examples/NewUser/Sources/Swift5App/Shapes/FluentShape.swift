// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<Session> {
    func request(_ fate: Fate) -> GroupedRequest {
        GroupedRequest(base: base.request(fate), interceptionSettings: interceptionSettings)
    }
}

/// A link of a method chain, whose methods return the wrapper.
nonisolated struct GroupedRequest: RequestIntercepting {
    let base: SessionRequest
    let interceptionSettings: InterceptionSettings

    func validate() -> GroupedRequest {
        base.validate()
        return self
    }

    @discardableResult
    func response(_ handler: @escaping (Result<String, any Error>) -> Void) -> GroupedRequest {
        intercept("request", .completion(handler), cancel: { $0.cancel() }) { base.response($0) }
        return self
    }
}
