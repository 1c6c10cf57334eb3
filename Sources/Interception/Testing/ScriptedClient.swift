// Testing: a client for the tests of users, and every order of its answers.

import GroupContext

/// A callback client for tests, which keeps every request until the test answers it.
///
/// It stands in for the client that an app has, behind the protocol that the app knows its client
/// by, or under a subclass of it; the code under test stays as it is.
///
/// ```swift
/// struct ScriptedNetwork: Network {
///     let client: ScriptedClient<String>
///
///     func get(
///         _ path: String,
///         success: @escaping (String) -> Void,
///         failure: @escaping (any Error) -> Void
///     ) {
///         client.send("GET \(path)", success: success, failure: failure)
///     }
/// }
/// ```
///
/// The test says what is answered, when, and with what:
///
/// ```swift
/// let client = ScriptedClient<String>()
/// let model = PageModel(network: ScriptedNetwork(client: client))
/// model.load()
/// XCTAssert(client.outstanding == ["GET feed", "GET profile"])
/// try client.answer("GET profile", with: .success("Ada"))
/// try client.answer("GET feed", with: .failure(Offline()))
/// XCTAssert(model.hasEnded)
/// ```
///
/// Callbacks run on the thread that answers, before the answering method returns. The second request
/// of one label is called `GET feed #2`, and so on. All methods can be called from any thread, and
/// from callbacks.
///
/// `withEveryCompletionOrder` has such a client answer in every order.
public final class ScriptedClient<Value: Sendable>: Sendable {
    typealias Ledger = RequestLedger<Value>

    let ledger = Locked(Ledger())
    private let answers: [ScriptedAnswer<Value>]
    private let choices: CompletionChoices?
    private let mayAnswerAtOnce: Bool

    /// Makes a client that has got no request yet.
    ///
    /// - Parameter answers: what ``answerNext()`` and ``answerAll(maximum:)`` may answer a request with that
    ///   has no other answers. They take the first.
    public convenience init(answers: ScriptedAnswer<Value>...) {
        self.init(answers: answers)
    }

    init(
        answers: [ScriptedAnswer<Value>],
        choices: CompletionChoices? = nil,
        mayAnswerAtOnce: Bool = false
    ) {
        self.answers = answers
        self.choices = choices
        self.mayAnswerAtOnce = mayAnswerAtOnce
    }

    // MARK: - What has happened

    /// Every request, in the order in which they were issued.
    public var issued: [String] { ledger.withLock { $0.issued } }

    /// The requests that have no answer yet, in the order in which they were issued.
    public var outstanding: [String] { ledger.withLock { $0.pending.map(\.name) } }

    /// The requests that were cancelled by their handles, in that order.
    public var cancelled: [String] { ledger.withLock { $0.cancelled } }

    /// The requests that have been answered, in that order, each with what is remarkable about its
    /// answer: `GET feed (failed)`.
    public var order: [String] { ledger.withLock { $0.answered } }
}

// MARK: - The life of a request

extension ScriptedClient {
    /// Takes a request in: every method of the client that sends one comes here.
    func issue(
        _ label: String,
        _ callback: @escaping (Result<Value, any Error>) -> Void
    ) -> ScriptedRequest {
        let (request, taken) = ledger.withLock { ledger in
            let request = ledger.insert(label, callback) { [weak self] in self?.cancel($0) }
            guard let answer = answerInsideTheCall(to: request, ledger) else {
                return (request, (Ledger.Pending, ScriptedAnswer<Value>)?.none)
            }
            return (request, ledger.take(request.name).map { ($0, answer) })
        }
        if let (pending, answer) = taken { give(answer, to: pending, remark: "at once") }
        let met = ledger.withLock { $0.removeMetWaiters() }
        for waiter in met { waiter.continuation.resume() }
        return request
    }

    /// What the request is answered with before the method that issues it returns, if it is.
    private func answerInsideTheCall(
        to request: ScriptedRequest,
        _ ledger: Ledger
    ) -> ScriptedAnswer<Value>? {
        if let answer = ledger.atOnce[request.label] { return answer }
        let answers = ledger.prepared[request.label] ?? answers
        guard mayAnswerAtOnce, !answers.isEmpty else { return nil }
        let atOnce = answers.indices.map { "\(request.name) at once: \($0)" }
        let choice = choices?.index(among: ["\(request.name) later"] + atOnce, hasNoPlace: true)
        guard let choice, choice > 0 else { return nil }
        return answers[choice - 1]
    }

    private func cancel(_ name: String) {
        let cancelled = ledger.withLock { $0.cancel(name) }
        if let (request, answer) = cancelled { give(answer, to: request, remark: "cancelled") }
    }

    func give(
        _ answer: ScriptedAnswer<Value>,
        to request: Ledger.Pending,
        remark: String? = nil
    ) {
        let remarks = [remark, answer.remark].compactMap(\.self)
        ledger.withLock { $0.noteAnswer(to: request.name, remarks) }
        for result in answer.results { request.callback(result) }
    }

    /// What a request of this label may be answered with.
    func answers(to label: String) -> [ScriptedAnswer<Value>] {
        ledger.withLock { $0.prepared[label] } ?? answers
    }

    func choose(from answers: [ScriptedAnswer<Value>]) -> ScriptedAnswer<Value>? {
        choose(among: answers.indices.map { "answer \($0)" }).map { answers[$0] }
    }

    /// Chooses what is next in this order, or `nil` if the run does not repeat the one before.
    func choose(among options: [String]) -> Int? {
        choices.map { $0.index(among: options) } ?? 0
    }
}

extension ScriptedClient: CustomStringConvertible {
    /// The order of the answers, as in `GET profile → GET feed (failed)`.
    public var description: String { order.inARow(" → ") }
}
