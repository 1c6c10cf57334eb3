import Interception

extension InterceptingClient<ManualClient> {
    /// Wraps the client's method, as a user would.
    func get(
        _ path: String,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: ((String) -> Void)? = nil,
        failure: ((any Error) -> Void)? = nil
    ) {
        intercept(
            "GET \(path)",
            .success(success),
            .failure(failure),
            isOptional: isOptional,
            priority: priority
        ) { base.get(path, success: $0, failure: $1) }
    }

    func value(_ path: String) async throws -> String {
        try await awaitReply("VALUE \(path)") { reply in
            base.get(path, success: reply.success, failure: reply.failure)
        }
    }
}
