extension InterceptingClient<ManualClient> {
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
