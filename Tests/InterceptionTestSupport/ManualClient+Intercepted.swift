import Interception

extension InterceptingClient<ManualClient> {
    /// The wrapper that a user would write.
    func get(
        _ path: String,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        success: ((String) -> Void)? = nil,
        failure: ((any Error) -> Void)? = nil
    ) {
        intercept(
            "GET \(path)",
            isOptional: isOptional,
            priority: priority,
            onRefusal: failure
        ) { call in
            base.get(path, success: call.success(success), failure: call.failure(failure))
        }
    }

    /// The same as an asynchronous method.
    func value(_ path: String) async throws -> String {
        try await awaitReply("VALUE \(path)") { reply in
            base.get(path, success: reply.success, failure: reply.failure)
        }
    }
}
