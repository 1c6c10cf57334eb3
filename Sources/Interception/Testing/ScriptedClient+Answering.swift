import GroupContext

// The methods by which a test answers the requests of a scripted client.
extension ScriptedClient {
    /// Answers a request: calls its callbacks on this thread.
    ///
    /// - Parameters:
    ///   - label: The name of the request, or the label of several; then the oldest is answered.
    ///   - answer: The answer.
    /// - Throws: `ScriptedClientError` if no such request is outstanding. All outstanding requests are
    ///   dropped then, because the script is wrong and must not hang.
    public func answer(_ label: String, with answer: ScriptedAnswer<Value>) throws {
        let taken = ledger.withLock { $0.take(label) }
        guard let taken else { throw failure(.notOutstanding, label) }
        give(answer, to: taken)
    }

    /// Releases the callbacks of all outstanding requests, and returns the names of these requests.
    @discardableResult
    public func dropAll() -> [String] {
        let taken = ledger.withLock { $0.takeAll() }
        for request in taken { give(.dropped, to: request) }
        return taken.map(\.name)
    }

    /// Answers an outstanding request: the oldest, or in `withEveryCompletionOrder` the next in this order.
    ///
    /// - Returns: The name of the request; `nil` if none was outstanding.
    /// - Throws: `ScriptedClientError` if the request has no answer, or if the body of
    ///   `withEveryCompletionOrder` does not repeat itself. All outstanding requests are dropped then.
    @discardableResult
    public func answerNext() throws -> String? {
        let next = ledger.withLock { ledger in
            let names = ledger.pending.map(\.name)
            if names.isEmpty { return Next.none }
            guard let index = choose(among: names) else { return Next.diverged }
            return ledger.take(names[index]).map(Next.request) ?? Next.none
        }
        switch next {
        case .none: return nil
        case .diverged: throw failure(.notRepeated, "the next request")
        case .request(let request):
            let answers = answers(to: request.label)
            if answers.isEmpty { throw failure(.noAnswer, request.name) }
            guard let answer = choose(from: answers) else {
                throw failure(.notRepeated, request.name)
            }
            give(answer, to: request)
            return request.name
        }
    }

    /// Answers outstanding requests one by one until none is left, including requests that callbacks issue
    /// meanwhile.
    ///
    /// - Parameter maximum: The greatest number of requests to answer. Code that retries without end never
    ///   runs out of requests.
    /// - Throws: The errors of ``answerNext()``; also if a request is outstanding after `maximum` answers.
    public func answerAll(maximum: Int = 1_000) throws {
        var count = 0
        while count < maximum {
            if try answerNext() == nil { return }
            count += 1
        }
        if let next = outstanding.first { throw failure(.noEnd, next) }
    }

    // MARK: - Answering by itself

    /// Sets the answers of ``answerNext()`` and ``answerAll(maximum:)`` for requests with this label.
    ///
    /// - Parameters:
    ///   - label: The label of the requests.
    ///   - answers: The answers. `withEveryCompletionOrder` tries all of them; otherwise the first is used.
    public func prepare(_ label: String, with answers: ScriptedAnswer<Value>...) {
        // Releases the replaced answers outside the lock, because their deinit may run user code.
        _ = ledger.withLock { $0.prepared.updateValue(answers, forKey: label) }
    }

    /// Answers further requests with this label before the method that issues them returns, like a client
    /// with a cache.
    ///
    /// - Parameters:
    ///   - label: The label of the requests.
    ///   - answer: The answer; `nil` ends this behaviour.
    public func answerAtOnce(_ label: String, with answer: ScriptedAnswer<Value>?) {
        _ = ledger.withLock { ledger in
            defer { ledger.atOnce[label] = answer }
            return ledger.atOnce[label]
        }
    }

    /// Sets the answer that a request gets when it is cancelled; by default a `CancellationError`.
    ///
    /// - Parameter answer: The answer; `nil` if the test answers cancelled requests itself.
    public func answerCancelled(with answer: ScriptedAnswer<Value>?) {
        _ = ledger.withLock { ledger in
            defer { ledger.whenCancelled = answer }
            return ledger.whenCancelled
        }
    }

    // MARK: - What has no answer

    private enum Next {
        case none
        case diverged
        case request(Ledger.Pending)
    }

    /// Drops all outstanding requests, which will get no answer, and returns the error.
    private func failure(_ code: ScriptedClientError.Code, _ label: String) -> ScriptedClientError {
        ScriptedClientError(code: code, label: label, outstanding: giveUp())
    }

    /// Releases all outstanding requests without recording it in the order, and returns their names.
    func giveUp() -> [String] {
        ledger.withLock { $0.takeAll() }.map(\.name)
    }
}
