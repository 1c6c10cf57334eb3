/// Opens a group around the body, and returns the group when the group has completed.
func completedGroup(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) async throws -> Void
) async throws -> RequestGroup {
    try await withRequestGroup(name, options: RequestGroupOption(options)) { group in
        try await body(group)
        return group
    }
}

/// Opens a tolerant group around the body, and returns the failures of all its requests.
func failuresOfGroup(
    _ name: String = #function,
    options: RequestGroupOption...,
    body: (RequestGroup) async throws -> Void
) async throws -> [RequestFailure] {
    let options = RequestGroupOption(options)
    return try await completedGroup(name, options: .tolerant, options, body: body).failures
}
