@testable import InterceptionTestSupport

enum WayOfCancelling: CaseIterable, Sendable {
    case group, failure, deadline, body, task, outerGroup

    /// The ways after which the body of the group can issue further requests.
    static let withRunningBody = allCases.filter { $0 != .body }

    var reason: RequestFailure.Reason { self == .deadline ? .timedOut : .cancelled }

    /// Runs a group, cancels it, and waits until it has completed.
    ///
    /// - Parameters:
    ///   - options: the options of the group.
    ///   - issue: issues requests, and returns when the group is to be cancelled.
    ///   - afterwards: issues further requests in the cancelled group; not called if the body throws.
    /// - Returns: the group and its failures.
    func cancel(
        _ options: RequestGroupOption...,
        issue: @escaping @Sendable (RequestGroup) async throws -> Void,
        afterwards: @escaping @Sendable () async throws -> Void = {}
    ) async -> (group: RequestGroup, failures: [RequestFailure]) {
        let (clock, groups) = (ManualClock(), Locked([RequestGroup]()))
        let all = RequestGroupOption(
            options + (self == .deadline ? [clock.timeout] : self == .failure ? [.failFast] : [])
        )
        // Runs in a new task, because `.task` cancels its task.
        let outcome = await Task {
            await withRequestGroupOutcome("outer", options: .mayBeEmpty) {
                await withRequestGroupOutcome("page", options: all) { group in
                    groups.withLock { $0.append(group) }
                    try await issue(group)
                    switch self {
                    case .group: group.cancel()
                    case .failure: group.enter("failing")?.leave(throwing: ClientError("no"))
                    case .deadline:
                        await clock.advanceWhenAsleep(by: .seconds(1))
                        await yieldWhile { !group.isCancelled }
                    case .body: throw ClientError("body")
                    case .task: withUnsafeCurrentTask { $0?.cancel() }
                    case .outerGroup: group.parent?.cancel()
                    }
                    try await afterwards()
                }
            }.value
        }.value
        let group = groups.withLock { $0[0] }
        return (group, outcome.failures.filter { $0.label != "failing" })
    }
}

enum Limit: CaseIterable, Sendable {
    case group, client, groupAndClient

    var ofGroup: RequestGroupOption { self == .client ? [] : .limit(1) }
    var ofClient: Int? { self == .group ? nil : 1 }
}
