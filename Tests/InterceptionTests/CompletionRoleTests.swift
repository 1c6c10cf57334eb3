import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `The completion role` {
    @Test(arguments: CompletionForms.answeringTwice) @MainActor
    func `M1, S2: every form runs the callback in the group, and finds the error in its last value`(
        form: RoleCase
    ) async throws {
        let outcome = try await form.outcome()
        #expect(outcome.values.count == 2)
        #expect(outcome.wereInGroup.first == true)
        #expect(outcome.hasLeft)
        #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("no")])
    }

    @Test(arguments: CompletionForms.answeringTwice) @MainActor
    func `I1: every form passes the same values on outside any group`(form: RoleCase) async throws {
        #expect(form.valuesOutside() == (try await form.outcome().values))
    }

    @Test(arguments: CompletionForms.succeeding) @MainActor
    func `M1: without an error the request leaves as succeeded`(form: RoleCase) async throws {
        let outcome = try await form.outcome()
        #expect(outcome.values.count == 1)
        #expect(outcome.wereInGroup == [true])
        #expect(outcome.hasLeft)
        #expect(outcome.failures.isEmpty)
    }

    @Test func `S5: nil stays nil outside a group, in every form`() {
        Forms().intercept { call in
            #expect(call.completion(nil as ((Result<Int, ClientError>) -> Void)?) == nil)
            #expect(
                call.completion(nil as (@Sendable (Result<Int, ClientError>) -> Void)?, ()) == nil
            )
            #expect(
                call.completion(onMain: nil as (@MainActor (Result<Int, ClientError>) -> Void)?)
                    == nil
            )
            #expect(call.completion(nil as ((String?, (any Error)?) -> Void)?) == nil)
            #expect(call.completion(nil as (@Sendable (String?, (any Error)?) -> Void)?, ()) == nil)
            #expect(
                call.completion(onMain: nil as (@MainActor (String?, (any Error)?) -> Void)?) == nil
            )
            #expect(call.completion(nil as ((Data?, URLResponse?, (any Error)?) -> Void)?) == nil)
            #expect(
                call.completion(nil as (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?, ())
                    == nil
            )
            #expect(
                call.completion(
                    onMain: nil as (@MainActor (Data?, URLResponse?, (any Error)?) -> Void)?
                ) == nil
            )
        }
    }

    @Test @MainActor func `M1: nil becomes a callback that leaves, in a group`() async throws {
        let error = ClientError("no")
        try await withRequestGroup(options: .tolerant) { group in
            let forms: [(InterceptedCall) -> Void] = [
                { $0.completion(nil as ((Result<Int, ClientError>) -> Void)?)?(.failure(error)) },
                {
                    $0.completion(nil as (@Sendable (Result<Int, ClientError>) -> Void)?, ())?(
                        .failure(error)
                    )
                },
                {
                    $0.completion(onMain: nil as (@MainActor (Result<Int, ClientError>) -> Void)?)?(
                        .failure(error)
                    )
                },
                { $0.completion(nil as ((String?, (any Error)?) -> Void)?)?(nil, error) },
                {
                    $0.completion(nil as (@Sendable (String?, (any Error)?) -> Void)?, ())?(
                        nil,
                        error
                    )
                },
                {
                    $0.completion(onMain: nil as (@MainActor (String?, (any Error)?) -> Void)?)?(
                        nil,
                        error
                    )
                },
                {
                    $0.completion(nil as ((Data?, URLResponse?, (any Error)?) -> Void)?)?(
                        nil,
                        nil,
                        error
                    )
                },
                {
                    $0.completion(
                        nil as (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?,
                        ()
                    )?(nil, nil, error)
                },
                {
                    $0.completion(
                        onMain: nil as (@MainActor (Data?, URLResponse?, (any Error)?) -> Void)?
                    )?(nil, nil, error)
                },
            ]
            for form in forms { Forms().intercept("request", form) }
            #expect(group.failures.count == forms.count)
            #expect(group.failures.allSatisfy { $0.error is ClientError })
        }
    }

    @Test @MainActor func `M1: a response type of the user's own can tell of its error`()
        async throws
    {
        struct Reply: FailureReporting {
            let status: Int
            var reportedFailure: (any Error)? { status < 400 ? nil : ClientError("\(status)") }
        }
        let failures = try await withRequestGroup(options: .tolerant) { group in
            for status in [200, 404] {
                Forms().intercept("\(status)") { call in
                    let callback: (Reply) -> Void = { _ in }
                    call.completion(callback)(Reply(status: status))
                }
            }
            return group.failures
        }
        #expect(failures.map(\.label) == ["404"])
    }

    struct Forms: RequestIntercepting {}
}
