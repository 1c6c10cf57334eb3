import Interception

extension InterceptingClient<ScriptedClient<String>> {
    /// Wraps the client's method, as a user would.
    func get(
        _ path: String,
        success: ((String) -> Void)? = nil,
        failure: ((any Error) -> Void)? = nil
    ) {
        intercept("GET \(path)", .success(success), .failure(failure)) {
            base.send(path, success: $0, failure: $1)
        }
    }

    @discardableResult
    func load(
        _ path: String,
        completion: @escaping (Result<String, any Error>) -> Void
    ) -> ScriptedRequest {
        let cancel = { @Sendable (request: ScriptedRequest) in request.cancel() }
        return intercept("LOAD \(path)", .completion(completion), cancel: cancel) {
            base.send(path, completion: $0)
        }
    }
}
