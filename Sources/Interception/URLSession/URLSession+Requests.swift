import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

extension InterceptingClient where Base: URLSession {
    /// Returns a wrapper of the same session that sets these options for each request.
    ///
    /// The limits, settings and delegate of the session stay the same, and so does each option that you omit.
    ///
    /// ```swift
    /// session.requests(isOptional: true).dataTask(with: banner).resume()
    /// let user = try await session.requests(priority: .high).data(from: profile)
    /// ```
    ///
    /// - Parameters:
    ///   - isOptional: `true` if a failure of a request does not fail its group.
    ///   - priority: the priority of each request that waits; by default the priority of its group or of the
    ///     current task.
    /// - Returns: the wrapper.
    public func requests(
        isOptional: Bool = false,
        priority: RequestPriority? = nil
    ) -> InterceptingClient {
        var settings = interceptionSettings
        settings.change {
            if isOptional { $0.isOptional = true }
            if let priority { $0.priority = priority }
        }
        return InterceptingClient(base, settings: settings)
    }
}
