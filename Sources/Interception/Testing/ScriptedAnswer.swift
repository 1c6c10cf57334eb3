/// The answer of a ``ScriptedClient`` to one request: the calls of its callbacks.
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

    /// Releases the callbacks without a call, like a client that forgets a request.
    public static var dropped: Self { Self(results: []) }

    /// Calls back again for each result of the other answer, like a faulty client.
    ///
    /// - Parameter next: The answer that follows.
    /// - Returns: Both answers, one directly after the other.
    public func then(_ next: Self) -> Self { Self(results: results + next.results) }

    /// The results in words; `nil` for a single success.
    var remark: String? {
        if results.isEmpty { return "dropped" }
        let words = results.map { $0.reportedFailure == nil ? "succeeded" : "failed" }
        return words == ["succeeded"] ? nil : words.joined(separator: ", ")
    }
}
