extension InterceptingClient<ScriptedClient<String>> {
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
    ) -> ScriptedHandle {
        let cancel = { @Sendable (request: ScriptedHandle) in request.cancel() }
        return intercept("LOAD \(path)", .completion(completion), cancel: cancel) {
            base.send(path, completion: $0)
        }
    }
}
