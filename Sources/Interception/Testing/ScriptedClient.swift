import GroupContext

/// A callback-based client for tests, which keeps each request until the test answers it.
///
/// This client replaces the app's client. The test defines a type that conforms to the protocol of the app's client,
/// or a subclass of the app's client. That type calls the scripted client. The code under test stays unchanged.
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
/// The test decides which request is answered, when, and how:
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
/// Callbacks run on the thread that answers, before the answering method returns. The second request with the
/// label `GET feed` has the name `GET feed #2`, and so on. All methods may be called on any thread, and in
/// callbacks.
///
/// `withEveryCompletionOrder` runs a test with every order of answers.
public final class ScriptedClient<Value: Sendable>: Sendable {
    typealias Ledger = RequestLedger<Value>

    let ledger = Locked(Ledger())
    /// The answers to requests without prepared answers.
    let answers: [ScriptedAnswer<Value>]
    private let choices: CompletionChoices?
    private let mayAnswerAtOnce: Bool

    /// Creates a client without requests.
    ///
    /// - Parameter answers: The answers of ``answerNext()`` and ``answerAll(maximum:)`` for requests without
    ///   prepared answers. Outside `withEveryCompletionOrder`, only the first answer is used.
    public convenience init(answers: ScriptedAnswer<Value>...) { self.init(answers: answers) }

    init(
        answers: [ScriptedAnswer<Value>],
        choices: CompletionChoices? = nil,
        mayAnswerAtOnce: Bool = false
    ) {
        self.answers = answers
        self.choices = choices
        self.mayAnswerAtOnce = mayAnswerAtOnce
    }

    // MARK: - State

    /// The names of all requests, in issue order.
    public var issued: [String] { ledger.withLock { $0.issued } }

    /// The names of the requests without an answer, in issue order.
    public var outstanding: [String] { ledger.withLock { $0.pending.map(\.name) } }

    /// The names of the requests that were cancelled by their handles, in the order of cancelling.
    public var cancelled: [String] { ledger.withLock { $0.cancelled } }

    /// The names of the answered requests, in the order of the answers, with remarks: `GET feed (failed)`.
    public var order: [String] { ledger.withLock { $0.answered } }
}

// MARK: - The life of a request

extension ScriptedClient {
    func issue(
        _ label: String,
        _ callback: @escaping (Result<Value, any Error>) -> Void
    ) -> ScriptedHandle {
        let (request, taken) = ledger.withLock { ledger in
            let request = ledger.insert(label, callback) { [weak self] in self?.cancel($0) }
            let answer = answerInsideTheCall(to: request, ledger)
            return (
                request, answer.flatMap { answer in ledger.take(request.name).map { ($0, answer) } }
            )
        }
        if let (pending, answer) = taken { deliver(answer, to: pending, remark: "at once") }
        let met = ledger.withLock { $0.removeMetWaiters() }
        for waiter in met { waiter.continuation.resume() }
        return request
    }

    /// Returns an answer that is due before the issuing method returns; otherwise `nil`.
    private func answerInsideTheCall(
        to request: ScriptedHandle,
        _ ledger: Ledger
    ) -> ScriptedAnswer<Value>? {
        if let answer = ledger.atOnce[request.label] { return answer }
        let answers = ledger.prepared[request.label] ?? answers
        guard mayAnswerAtOnce, !answers.isEmpty else { return nil }
        let atOnce = answers.indices.map { "\(request.name) at once: \($0)" }
        let choice = choices?.index(among: ["\(request.name) later"] + atOnce, isOfRequest: true)
        guard let choice, choice > 0 else { return nil }
        return answers[choice - 1]
    }

    private func cancel(_ name: String) {
        let cancelled = ledger.withLock { $0.cancel(name) }
        if let (request, answer) = cancelled { deliver(answer, to: request, remark: "cancelled") }
    }

    func deliver(
        _ answer: ScriptedAnswer<Value>,
        to request: Ledger.Pending,
        remark: String? = nil
    ) {
        let remarks = [remark, answer.remark].compactMap(\.self)
        ledger.withLock { $0.recordAnswer(to: request.name, remarks) }
        for result in answer.results { request.callback(result) }
    }

    /// Returns the index of the option to take: outside `withEveryCompletionOrder` the first option.
    ///
    /// Inside, the result is `nil` if a choice has other options than in the previous run of the body.
    func choose(among options: @autoclosure () -> [String]) -> Int? {
        choices.map { $0.index(among: options()) } ?? 0
    }
}

extension ScriptedClient: CustomStringConvertible {
    /// The order of the answers, such as `GET profile → GET feed (failed)`.
    public var description: String { order.joinedOnOneLine(" → ") }
}
