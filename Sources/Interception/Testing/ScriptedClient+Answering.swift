import GroupContext

// Answers the requests of a scripted client.
extension ScriptedClient {
    /// Answers a request by calling its callbacks on this thread.
    ///
    /// - Parameters:
    ///   - label: The name of the request, or a label. The oldest request with the label is answered.
    ///   - answer: The answer.
    /// - Throws: an error that names the label, if no such request is outstanding. All outstanding requests are
    ///   then dropped, so that a wrong script does not hang.
    public func answer(_ label: String, with answer: ScriptedAnswer<Value>) throws {
        let taken = ledger.withLock { $0.take(label) }
        guard let taken else { throw failure(.notOutstanding, label) }
        deliver(answer, to: taken)
    }

    /// Answers the oldest outstanding request; in `withEveryCompletionOrder`, the next request of the order.
    ///
    /// - Returns: The name of the request; `nil` if no request was outstanding.
    /// - Throws: an error that says why, if the client has no answer for the request, or if the body of
    ///   `withEveryCompletionOrder` differs from its previous run. All outstanding requests are then dropped.
    @discardableResult
    public func answerNext() throws -> String? {
        let (isEmpty, next) = ledger.withLock { ledger in
            let isEmpty = ledger.pending.isEmpty
            let index = isEmpty ? nil : choose(among: ledger.pending.map(\.name))
            return (isEmpty, index.flatMap { ledger.take(ledger.pending[$0].name) })
        }
        if isEmpty { return nil }
        guard let next else { throw failure(.notRepeated, "the next request") }
        let answers = ledger.withLock { $0.prepared[next.label] } ?? answers
        if answers.isEmpty { throw failure(.noAnswer, next.name) }
        guard let choice = choose(among: answers.indices.map { "answer \($0)" }) else {
            throw failure(.notRepeated, next.name)
        }
        deliver(answers[choice], to: next)
        return next.name
    }

    /// Answers outstanding requests one by one until none is left.
    ///
    /// Requests that callbacks issue meanwhile are included.
    ///
    /// - Parameter maximum: The greatest number of requests to answer; needed because code may issue further
    ///   requests without end.
    /// - Throws: The errors of ``answerNext()``, and an error if a request is outstanding after `maximum` answers.
    public func answerAll(maximum: Int = 1_000) throws {
        for _ in 0..<max(maximum, 0) where try answerNext() == nil {
            return
        }
        if let next = outstanding.first { throw failure(.noEnd, next) }
    }

    // MARK: - Prepared answers

    /// Sets the answers of ``answerNext()`` and ``answerAll(maximum:)`` for requests with this label.
    ///
    /// `withEveryCompletionOrder` tries all answers. Outside that function, only the first answer is used.
    public func prepare(_ label: String, with answers: ScriptedAnswer<Value>...) {
        // Release the replaced answers outside the lock, because a deinit may run user code.
        _ = ledger.withLock { $0.prepared.updateValue(answers, forKey: label) }
    }

    /// Answers further requests with this label before the issuing method returns, like a client with a cache.
    ///
    /// After a call with `nil`, further requests are no longer answered at once.
    public func answerAtOnce(_ label: String, with answer: ScriptedAnswer<Value>?) {
        _ = ledger.withLock { exchange(&$0.atOnce[label], with: answer) }
    }

    /// Sets the answer to cancelled requests, by default a failure with `CancellationError`.
    ///
    /// With `nil`, a cancelled request stays outstanding.
    public func answerCancelled(with answer: ScriptedAnswer<Value>?) {
        _ = ledger.withLock { exchange(&$0.whenCancelled, with: answer) }
    }

    /// Drops all outstanding requests, and returns an error that names these requests.
    private func failure(_ code: ScriptedClientError.Code, _ label: String) -> ScriptedClientError {
        ScriptedClientError(code: code, label: label, outstanding: dropAll())
    }

    /// Drops all outstanding requests without a record in ``order``, and returns their names.
    func dropAll() -> [String] {
        ledger.withLock { $0.takeAll() }.map(\.name)
    }
}
