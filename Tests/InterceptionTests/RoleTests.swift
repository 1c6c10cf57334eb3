import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// A client whose callbacks have every annotation.
private final class AnnotatedClient: Sendable {
    func plain(success: @escaping (Int) -> Void, failure: @escaping (any Error) -> Void) {
        success(1)
    }

    func optional(success: ((Int) -> Void)?, failure: ((any Error) -> Void)?, always: (() -> Void)?)
    {
        success?(1)
        always?()
    }

    func unwrapped(success: ((Int) -> Void)!, failure: ((any Error) -> Void)!) { success?(1) }

    func sendable(completion: @escaping @Sendable (Result<Int, ClientError>) -> Void) {
        completion(.success(1))
    }
}

extension InterceptingClient<AnnotatedClient> {
    fileprivate func plain(
        success: @escaping (Int) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        intercept("plain", .success(success), .failure(failure)) {
            base.plain(success: $0, failure: $1)
        }
    }

    fileprivate func optional(
        success: ((Int) -> Void)?,
        failure: ((any Error) -> Void)?,
        always: (() -> Void)?
    ) {
        intercept("optional", .success(success), .failure(failure), .finally(always)) {
            base.optional(success: $0, failure: $1, always: $2)
        }
    }

    fileprivate func unwrapped(success: ((Int) -> Void)!, failure: ((any Error) -> Void)!) {
        intercept("unwrapped", .success(success), .failure(failure)) {
            base.unwrapped(success: $0, failure: $1)
        }
    }

    fileprivate func sendable(
        completion: @escaping @Sendable (Result<Int, ClientError>) -> Void
    ) {
        intercept("sendable", .completion(completion)) { base.sendable(completion: $0) }
    }
}

@Suite struct `Wrapping by roles` {
    private let client = InterceptingClient(AnnotatedClient())

    @Test func `callbacks of every annotation are called in the group and end their request`()
        async throws
    {
        let journal = Journal<String>()
        try await withRequestGroup { group in
            client.plain(success: { journal.append("plain \($0)") }, failure: { _ in })
            client.optional(
                success: { journal.append("optional \($0)") },
                failure: nil,
                always: { journal.append("always \(RequestGroup.current === group)") }
            )
            client.unwrapped(success: nil, failure: nil)
            client.sendable { journal.append("sendable \($0)") }
            #expect(group.progress == GroupProgress(finished: 4, total: 4))
        }
        #expect(
            journal.entries == ["plain 1", "optional 1", "always true", "sendable success(1)"]
        )
    }

    @Test func `an optional callback that is nil stays nil outside any group`() {
        client.unwrapped(success: nil, failure: nil)
        client.optional(success: nil, failure: nil, always: nil)
    }

    @Test func `a rejected request calls the failure callback and then the last callback`()
        async throws
    {
        let journal = Journal<String>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            client.optional(
                success: { _ in journal.append("success") },
                failure: { journal.append("\(type(of: $0))") },
                always: { journal.append("always") }
            )
        }
        #expect(journal.entries == ["CancellationError", "always"])
    }
}
