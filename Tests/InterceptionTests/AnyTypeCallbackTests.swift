import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// Callbacks of any types, as old clients have them, with or without what Objective-C says of them.
@Suite struct `Callbacks of any types` {
    let tool = OldTool()
    var network: InterceptingClient<OldTool> { InterceptingClient(tool) }

    @Test(arguments: [true, false])
    func `an answer of nil stays nil, in a group and outside (I1, I5)`(isGrouped: Bool) throws {
        let values = Journal<Bool>()
        inGroup(isGrouped) {
            network.post("a", success: { values.append($0 == nil) }, failure: nil)
            network.unannotated("b", success: { values.append($0 == nil) }, failure: nil)
            tool.succeed(nil)
        }
        #expect(values.entries == [true, true])
    }

    @Test(arguments: [true, false])
    func `callbacks without nullability may be nil (S5, I5)`(isGrouped: Bool) {
        inGroup(isGrouped) {
            network.unannotated("a", success: nil, failure: nil)
            #expect(tool.hadCallbacks == [isGrouped])
            tool.succeed("ok")
        }
    }

    @Test func `an error of any type fails the group (I5)`() async throws {
        let errors = Journal<String>()
        let outcome = await withRequestGroupOutcome { _ in
            network.post("a", success: nil, failure: { errors.append("\($0)") })
            network.unannotated("b", success: nil, failure: { errors.append("\($0 != nil)") })
            network.typed("d", success: { _ in }, failure: { errors.append($0.reason) })
            network.sendable("e", success: { _ in }, failure: { errors.append("\($0?.code ?? 0)") })
            tool.fail(NSError(domain: "old", code: 7), ClientError("typed"))
        }
        #expect(outcome.failures.map(\.label) == ["a", "b", "d", "e"])
        #expect(outcome.failures.map { ($0.error as NSError).code == 7 }.count { $0 } == 3)
        #expect(errors.entries.suffix(3) == ["true", "typed", "7"])
    }

    @Test func `a failure callback that is called without an error fails the group (I5)`()
        async throws
    {
        let errors = Journal<Bool>()
        let outcome = await withRequestGroupOutcome { _ in
            network.unannotated("a", success: nil, failure: { errors.append($0 == nil) })
            tool.fail(nil, ClientError(""))
        }
        #expect(errors.entries == [true])
        #expect(outcome.failures.map { $0.error is UnexplainedFailureError } == [true])
    }

    @Test func `a rejection is reported where the type of the error allows (I3, I5)`() async throws
    {
        let errors = Journal<String>()
        let outcome = await withRequestGroupOutcome { group in
            group.cancel()
            network.post(
                "a",
                success: nil,
                failure: { errors.append("a \($0 is CancellationError)") }
            )
            network.unannotated(
                "b",
                success: nil,
                failure: { errors.append("b \($0 is CancellationError)") }
            )
            network.sendable(
                "e",
                success: { _ in },
                failure: { errors.append("e \($0?.domain.contains("Cancellation") == true)") }
            )
            network.typed("d", success: { _ in }, failure: { _ in errors.append("d") })
            _ = await errors.first(3)
        }
        #expect(errors.entries.sorted() == ["a true", "b true", "e true"])
        #expect(outcome.failures.map(\.label) == ["a", "b", "e", "d"])
        #expect(outcome.failures.map(\.reason) == Array(repeating: .cancelled, count: 4))
        #expect(tool.hadCallbacks.isEmpty)
    }

    private func inGroup(_ isGrouped: Bool, _ body: () -> Void) {
        if isGrouped {
            withRequestGroup(body: body) { _ in }
        } else {
            body()
        }
    }
}

/// A client as it is imported from Objective-C, with more modern methods beside.
final class OldTool: @unchecked Sendable {
    // Safe: used on one thread.
    private var successes: [(Any?) -> Void] = []
    private var failures: [(NSError?, ClientError) -> Void] = []
    private(set) var hadCallbacks: [Bool] = []

    func succeed(_ value: Any?) {
        for success in successes { success(value) }
        (successes, failures) = ([], [])
    }

    func fail(_ error: NSError?, _ typed: ClientError) {
        for failure in failures { failure(error, typed) }
        (successes, failures) = ([], [])
    }

    func post(_ path: String, success: ((Any?) -> Void)?, failure: ((any Error) -> Void)?) {
        successes.append { success?($0) }
        failures.append { failure?($0 ?? $1) }
        hadCallbacks.append(success != nil && failure != nil)
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func unannotated(
        _ path: String!,
        success: ((Any?) -> Void)!,
        failure: (((any Error)?) -> Void)!
    ) {
        hadCallbacks.append(success != nil && failure != nil)
        successes.append { success?($0) }
        failures.append { error, _ in failure?(error) }
    }

    func typed(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (ClientError) -> Void
    ) {
        successes.append { success("\($0 ?? "")") }
        failures.append { failure($1) }
        hadCallbacks.append(true)
    }

    func sendable(
        _ path: String,
        success: @escaping @Sendable (Int) -> Void,
        failure: (@Sendable (NSError?) -> Void)?
    ) {
        successes.append { _ in success(1) }
        failures.append { error, _ in failure?(error) }
        hadCallbacks.append(true)
    }
}

extension InterceptingClient<OldTool> {
    fileprivate func post(
        _ path: String,
        success: ((Any?) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept(path, .success(success), .failure(failure)) {
            base.post(path, success: $0, failure: $1)
        }
    }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    fileprivate func unannotated(
        _ path: String!,
        success: ((Any?) -> Void)!,
        failure: (((any Error)?) -> Void)!
    ) {
        intercept(path, .success(success), .failure(failure)) {
            base.unannotated(path, success: $0, failure: $1)
        }
    }

    fileprivate func typed(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (ClientError) -> Void
    ) {
        intercept(path, .success(success), .failure(failure)) {
            base.typed(path, success: $0, failure: $1)
        }
    }

    fileprivate func sendable(
        _ path: String,
        success: @escaping @Sendable (Int) -> Void,
        failure: (@Sendable (NSError?) -> Void)?
    ) {
        intercept(path, .success(success), .failure(failure)) {
            base.sendable(path, success: $0, failure: $1)
        }
    }
}
