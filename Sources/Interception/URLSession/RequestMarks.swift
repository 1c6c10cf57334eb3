import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// The options of requests that are set for a whole wrapper, not by a method of each request.
struct RequestMarks: Sendable {
    var isOptional = false
    var priority: RequestPriority?
}

extension InterceptingClient where Base: URLSession {
    /// Returns a wrapper of the same session that marks each of its requests.
    ///
    /// The limits, settings and delegate of the session do not change, nor does a mark that you do not set.
    ///
    /// ```swift
    /// session.requests(isOptional: true).dataTask(with: banner).resume()
    /// let user = try await session.requests(priority: .high).data(from: profile)
    /// ```
    ///
    /// - Parameters:
    ///   - isOptional: `true` if a failure of such a request does not fail its group.
    ///   - priority: the priority of such a request when it waits; by default that of its group, or of the
    ///     current task.
    /// - Returns: the wrapper.
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

    /// Returns the state of a request that is being created, with the marks of the session.
    func preparedRequest(_ label: @escaping @Sendable () -> String) -> PreparedRequest {
        let marks = marks
        return preparedRequest(isOptional: marks.isOptional, priority: marks.priority, label)
    }
}
