import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// What is said of requests that no wrapper method of their own says.
struct RequestMarks: Sendable {
    var isOptional = false
    var priority: RequestPriority?
}

extension InterceptingClient where Base: URLSession {
    /// The same session, with a mark on each request that is issued through what this returns.
    ///
    /// The limits, settings and delegate of the session stay what they are, and so does each mark that you do
    /// not set.
    ///
    /// ```swift
    /// session.requests(isOptional: true).dataTask(with: banner).resume()
    /// let user = try await session.requests(priority: .high).data(from: profile)
    /// ```
    ///
    /// - Parameters:
    ///   - isOptional: whether a failure of such a request leaves its group successful.
    ///   - priority: how urgent such a request is where it has to wait; by default that of its group, or of
    ///     the current task.
    /// - Returns: the wrapper of the same session.
    public func requests(
        isOptional: Bool = false,
        priority: RequestPriority? = nil
    ) -> InterceptingClient {
        var settings = interceptionSettings
        if isOptional { settings.marks.isOptional = true }
        if let priority { settings.marks.priority = priority }
        return InterceptingClient(base, settings: settings)
    }
}

extension InterceptingClient<URLSession> {
    var marks: RequestMarks { interceptionSettings.marks }

    /// The state of a request that is created here and now, with the marks of the session.
    func preparedRequest(_ label: @escaping @Sendable () -> String) -> PreparedRequest {
        let marks = marks
        return preparedRequest(isOptional: marks.isOptional, priority: marks.priority, label)
    }
}
