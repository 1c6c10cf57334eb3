import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// Requests that wait for a slot when their group ends.
@Suite(.timeLimit(.ordinary)) struct `Requests that wait when their group ends` {
    /// How a request is issued: each form, with a callback that can be told why it does not start, and
    /// without.
    enum Form: CaseIterable, Sendable {
        case errors, errorsSilent, optionalErrors, optionalErrorsSilent, raw, rawSilent, sendable
        case prepared, reply, operation, subclass

        /// Those that can be issued here: the asynchronous ones need a task that begins at once, which only
        /// the latest systems of Apple have.
        static var issuable: [Form] {
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) { return allCases }
            return allCases.filter { ![.reply, .operation].contains($0) }
        }

        /// Whether the caller hears that the request was not started.
        var isTold: Bool { ![.errorsSilent, .optionalErrorsSilent, .rawSilent].contains(self) }
    }

    enum End: CaseIterable, Sendable {
        case cancel, failFast, deadline, bodyThrows
    }

    let client = ManualClient()
    let told = Journal<String>()

    @Test(arguments: Form.issuable, End.allCases)
    func `waiting requests of an ended group never reach their client (P2)`(
        _ form: Form,
        _ end: End
    ) async throws {
        let (clock, recorder, completed) = (ManualClock(), EventRecorder(), Gate())
        let network = Network(client)
        let options = RequestGroupOption.combining([
            .limit(1), .observer(recorder), end == .failFast ? .failFast : .combining([]),
            end == .deadline ? .timeout(.seconds(1), clock: clock) : .combining([]),
        ])
        let group = withRequestGroup(options: options, queue: .global()) {
            network.get("first", success: nil, failure: { _ in })
            for number in 0..<5 { network.issue(form, "\(number)", told) }
            if end == .bodyThrows { throw ClientError("body") }
        } completion: { (_: Result<Void, any Error>) in
            completed.open()
        }
        switch end {
        case .cancel: group.cancel()
        case .failFast: try client.fail("first")
        case .deadline: await clock.advanceWhenAsleep(by: .seconds(1))
        case .bodyThrows: break
        }
        // Only the request that was under way is still waited for.
        if end == .cancel || end == .bodyThrows { try client.succeed("first") }
        await completed.opened()
        #expect(client.started.entries == ["first"])
        let waiting = group.failures.filter { $0.label != "GET first" }
        let reason: RequestFailure.Reason = end == .deadline ? .timedOut : .cancelled
        #expect(waiting.map(\.reason) == Array(repeating: reason, count: 5))
        if form.isTold { #expect(await told.first(5).count == 5) }
        await recorder.happened(.completed)
        #expect(recorder.lines.filter { $0.hasPrefix("left") }.count == 6)
    }

    @Test(arguments: Form.issuable)
    func `requests issued after the end of a group never reach their client (P2)`(
        _ form: Form
    ) async {
        let network = Network(client)
        let outcome = await withRequestGroupOutcome(options: .limit(1)) { group in
            group.cancel()
            network.issue(form, "a", told)
            if form.isTold { _ = await told.first(1) }
        }
        #expect(client.started.entries.isEmpty)
        #expect(outcome.failures.map(\.reason) == [.cancelled])
        #expect(outcome.error is CancellationError)
    }

    @Test(arguments: [Form.errors, .errorsSilent, .optionalErrorsSilent, .rawSilent, .prepared])
    func `when a group of hundreds is cancelled, no more than its limit were ever sent (P2, P4)`(
        _ form: Form
    ) async throws {
        let network = Network(client)
        let completed = Gate()
        let group = withRequestGroup(options: .limit(3), queue: .global()) {
            for number in 0..<200 { network.issue(form, "\(number)", told) }
        } completion: { (_: Result<Void, any Error>) in
            completed.open()
        }
        group.cancel()
        for call in client.takeAll() { call.succeed() }
        await completed.opened()
        #expect(client.started.entries.count == 3)
        // Each request gives back its place after it has left.
        let limiter = try #require(group.limiter)
        while limiter.inFlight + limiter.waiting > 0 { await Task.yield() }
    }

    @Test func `a rejected request reports the error of its client's settings`() async {
        let settings = InterceptionSettings { $0.cancellationError = { ClientError("-999") } }
        let network = InterceptingClient(client, settings: settings)
        let outcome = await withRequestGroupOutcome(options: .limit(1)) { group in
            network.get("first")
            network.get("waiting", failure: { told.append("\($0)") })
            group.cancel()
            _ = await told.first(1)
            for call in client.takeAll() { call.succeed() }
        }
        #expect(told.entries == ["\(ClientError("-999"))"])
        // Whatever the error is, the request was only cancelled.
        #expect(outcome.failures.map(\.reason) == [.cancelled])
    }

    @Test(arguments: [true, false])
    func `a rejected request calls its failure callback, and then its finally callback`(
        isOnMain: Bool
    ) async {
        let network = Network(client)
        let ends = Journal<String>()
        let group = withRequestGroup(options: .limit(1), queue: .global()) {
            network.get("first", success: nil, failure: nil)
            let failure: (any Error) -> Void = { ends.append("\(type(of: $0))") }
            let always: @MainActor () -> Void = { ends.append("always") }
            let start: (Any, Any) -> Void = { _, _ in Issue.record("The request was started.") }
            if isOnMain {
                network.intercept("a", .finally(onMain: always), .failure(failure)) {
                    start($0, $1)
                }
            } else {
                let always = { ends.append("always") }
                network.intercept("a", .finally(always), .failure(failure)) { start($0, $1) }
            }
        } completion: { (_: Result<Void, any Error>) in
        }
        group.cancel()
        #expect(await ends.first(2) == ["CancellationError", "always"])
        for call in client.takeAll() { call.succeed() }
    }

    @Test func `a request in a cancelled task does not wait for a permit (P2)`() async throws {
        let network = Network(client)
        try await withRequestGroup(options: .limit(1), .tolerant) { group in
            network.get("first", success: nil, failure: nil)
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await network.reply("a")
            }
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(group.outstanding == ["GET first"])
            #expect(group.limiter?.waiting == 0)
            #expect(!group.isCancelled)
            try client.succeed("first")
        }
        #expect(client.started.entries == ["first"])
    }
}

/// A client of one's own with each form of `intercept`.
private struct Network: RequestIntercepting, Sendable {
    let base: ManualClient
    private let subclass: GroupedClient

    init(_ base: ManualClient) {
        self.base = base
        subclass = GroupedClient(base)
    }

    func get(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("GET \(path)", .success(success), .failure(failure)) { success, failure in
            base.get(path, success: success, failure: failure)
        }
    }

    private func find(
        _ path: String,
        success: ((String?) -> Void)?,
        failure: (((any Error)?) -> Void)?
    ) {
        intercept("FIND \(path)", .success(success), .failure(failure)) { success, failure in
            base.get(path, success: { success?($0) }, failure: { failure?($0) })
        }
    }

    private func load(_ path: String, onRejection: ((any Error) -> Void)?) {
        intercept("LOAD \(path)", onRejection: onRejection) { call in
            base.get(path, success: { _ in call.answer(nil) {} }, failure: { call.answer($0) {} })
        }
    }

    func reply(_ path: String) async throws -> String {
        try await awaitReply("REPLY \(path)") { reply in
            base.get(path, success: reply.success, failure: reply.failure)
        }
    }

    private func operation(_ path: String) async throws -> String {
        try await intercept("OPERATION \(path)") {
            try await withCheckedThrowingContinuation { continuation in
                base.get(
                    path,
                    success: { continuation.resume(returning: $0) },
                    failure: { continuation.resume(throwing: $0) }
                )
            }
        }
    }

    func issue(
        _ form: `Requests that wait when their group ends`.Form,
        _ path: String,
        _ told: Journal<String>
    ) {
        let tell: @Sendable (any Error) -> Void = { told.append("\(type(of: $0))") }
        switch form {
        case .errors: get(path, success: nil, failure: tell)
        case .errorsSilent: get(path, success: { _ in }, failure: nil)
        case .optionalErrors:
            find(path, success: nil, failure: { if let error = $0 { tell(error) } })
        case .optionalErrorsSilent: find(path, success: { _ in }, failure: nil)
        case .raw: load(path, onRejection: tell)
        case .rawSilent: load(path, onRejection: nil)
        case .sendable:
            let success: @Sendable (Any) -> Void = { _ in }
            intercept("S \(path)", .success(success), .failure(tell)) { success, failure in
                base.get(path, success: success, failure: failure)
            }
        case .prepared:
            // As a session has it: what is cancelled before it has started calls back.
            prepare(
                path,
                start: { (task: PreparedTask) in task.start() },
                cancel: { $0.cancel() },
                { call in PreparedTask(path, base, call.wrap(.failure(tell))) }
            ).start()
        case .reply: issueInTask(tell) { try await reply(path) }
        case .operation: issueInTask(tell) { try await operation(path) }
        case .subclass: subclass.get(path, success: nil, failure: tell)
        }
    }

    /// Issues in a task that begins at once, as the group has to know of the request when its body returns.
    private func issueInTask(
        _ tell: @escaping @Sendable (any Error) -> Void,
        _ value: @escaping @Sendable () async throws -> String
    ) {
        // Where it is not, none of these forms is issuable.
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, *) else { return }
        Task.immediate {
            do { _ = try await value() } catch { tell(error) }
        }
    }
}

/// A request that is made first and started later, and calls back when it is cancelled.
private final class PreparedTask: Sendable {
    private let begin: @Sendable () -> Void
    private let failure: @Sendable (any Error) -> Void

    init(_ path: String, _ base: ManualClient, _ failure: @escaping (any Error) -> Void) {
        nonisolated(unsafe) let failure = failure
        self.failure = { failure($0) }
        begin = { base.get(path, success: nil, failure: { failure($0) }) }
    }

    func start() { begin() }
    func cancel() { failure(ClientError("-999")) }
}

/// A subclass of an open client.
private final class GroupedClient: ManualClient, RequestIntercepting, @unchecked Sendable {
    // Unchecked because its superclass is; it adds nothing that changes.
    private let base: ManualClient

    init(_ base: ManualClient) {
        self.base = base
        super.init()
    }

    override func get(
        _ path: String,
        success: ((String) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept("SUB \(path)", .success(success), .failure(failure)) { [base] success, failure in
            base.get(path, success: success, failure: failure)
        }
    }
}
