/// What a ``ScriptedClient`` does with the callbacks of one request.
///
/// ```swift
/// try client.answer("GET feed", with: .success("[]"))
/// try client.answer("GET user", with: .failure(Offline()))
/// try client.answer("GET icon", with: .success("icon").then(.failure(Offline())))
/// try client.answer("GET menu", with: .dropped)
/// ```
public struct ScriptedAnswer<Value: Sendable>: Sendable {
    let results: [Result<Value, any Error>]

    /// Calls back once, with a value.
    public static func success(_ value: Value) -> Self { Self(results: [.success(value)]) }

    /// Calls back once, with an error.
    public static func failure(_ error: any Error) -> Self { Self(results: [.failure(error)]) }

    /// Releases the callbacks without calling one, as clients do that forget a request.
    public static var dropped: Self { Self(results: []) }

    /// Calls back once more for each result of the other answer, as clients do that are faulty.
    ///
    /// - Parameter next: what follows.
    /// - Returns: both answers, one directly after the other.
    public func then(_ next: Self) -> Self { Self(results: results + next.results) }

    /// What happened to the request, or nothing if it has just succeeded.
    var remark: String? {
        if results.isEmpty { return "dropped" }
        let words = results.map { $0.reportedFailure == nil ? "succeeded" : "failed" }
        return words == ["succeeded"] ? nil : words.joined(separator: ", ")
    }
}
