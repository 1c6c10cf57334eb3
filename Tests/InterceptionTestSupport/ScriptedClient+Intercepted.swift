import Interception

extension InterceptingClient<ScriptedClient<String>> {
    /// The wrapper that a user would write.
    func get(
        _ path: String,
        success: ((String) -> Void)? = nil,
        failure: ((any Error) -> Void)? = nil
    ) {
        intercept("GET \(path)", onRefusal: failure) { call in
            base.send(path, success: call.success(success), failure: call.failure(failure))
        }
    }

    /// One with a handle.
    @discardableResult
    func load(
        _ path: String,
        completion: @escaping (Result<String, any Error>) -> Void
    ) -> ScriptedRequest {
        let cancel = { @Sendable (request: ScriptedRequest) in request.cancel() }
        return intercept("LOAD \(path)", cancel: cancel) { call in
            base.send(path, completion: call.completion(completion))
        }
    }
}
