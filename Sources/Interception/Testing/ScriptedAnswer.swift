/// The answer of a ``ScriptedClient`` to a request, as a list of calls of the request's callback.
///
/// ```swift
/// try client.answer("GET feed", with: .success("[]"))
/// try client.answer("GET user", with: .failure(Offline()))
/// try client.answer("GET icon", with: .success("icon").then(.failure(Offline())))
/// try client.answer("GET menu", with: .dropped)
/// ```
public struct ScriptedAnswer<Value: Sendable>: Sendable {
    let results: [Result<Value, any Error>]

    /// Returns an answer that calls back once, with a value.
    public static func success(_ value: Value) -> Self { Self(results: [.success(value)]) }

    /// Returns an answer that calls back once, with an error.
    public static func failure(_ error: any Error) -> Self { Self(results: [.failure(error)]) }

    /// An answer that releases the callbacks without calling them, like a client that forgets a request.
    public static var dropped: Self { Self(results: []) }

    /// Returns an answer that calls back for this answer and then for the next, like a faulty client.
    public func then(_ next: Self) -> Self { Self(results: results + next.results) }

    /// The results in words; `nil` for a single success.
    var remark: String? {
        if results.isEmpty { return "dropped" }
        let words = results.map { $0.reportedFailure == nil ? "succeeded" : "failed" }
        return words == ["succeeded"] ? nil : words.joined(separator: ", ")
    }
}
