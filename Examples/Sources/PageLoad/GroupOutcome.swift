import Interception

/// The outcome of a group, as reported to its caller.
struct GroupOutcome: Equatable, Sendable {
    var group: String
    var requests: Int
    /// The failed requests, in the order in which they were issued.
    var failures: [FailedRequest] = []
    /// The code of the group's error, or `nil` if the group succeeded.
    var code: RequestGroupError.Code?
}

extension GroupOutcome {
    /// Creates an outcome from the result of a group.
    init(_ group: String, requests: Int, _ result: Result<Void, any Error>) {
        self.init(group: group, requests: requests)
        guard case .failure(let error as RequestGroupError) = result else { return }
        failures = error.failures.map(FailedRequest.init)
        code = error.code
    }
}

extension GroupOutcome: CustomStringConvertible {
    /// A row of the table of all groups.
    var description: String {
        let failed = failures.map(\.description).joined(separator: ", ")
        let ending = code.map { _ in "error: \(failed)" } ?? "success"
        return "\(group.column(9)) \(requests) requests, \(failures.count) failed  \(ending)"
    }
}
