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
}
