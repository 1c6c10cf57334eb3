// Re-exports the modules of nearly every test, so that a test file has one import.
@_exported public import GroupContext
@_exported public import Testing

extension RequestGroup {
    package func returning<Result>(_ body: () -> Result) -> Result {
        var result: Result?
        run { result = body() }
        return result ?? body()
    }
}
