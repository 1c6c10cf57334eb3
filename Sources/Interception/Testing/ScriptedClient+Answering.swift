import GroupContext

extension ScriptedClient {
    /// Answers a request.
    ///
    /// - Parameters:
    ///   - label: the label of the request, the oldest of several; or its name.
    ///   - answer: what the callbacks get.
    /// - Throws: ``ScriptedClientError`` if there is no such request. Whatever is outstanding is
    ///   dropped then, as the script is wrong and nobody should wait for its end.
    public func answer(_ label: String, with answer: ScriptedAnswer<Value>) throws {
        let taken = ledger.withLock { $0.take(label) }
        guard let taken else { throw failure(.notOutstanding, label) }
        give(answer, to: taken)
    }

    /// Releases the callbacks of everything that is outstanding, and returns what that was.
    @discardableResult
    public func dropAll() -> [String] {
        let taken = ledger.withLock { $0.takeAll() }
        for request in taken { give(.dropped, to: request) }
        return taken.map(\.name)
    }

    /// Answers one of the outstanding requests: the oldest, or in `withEveryCompletionOrder` the one
    /// whose turn it is.
    ///
    /// - Returns: which one, or `nil` if none was outstanding.
    /// - Throws: ``ScriptedClientError`` if there is no answer for it, or if the body of
    ///   `withEveryCompletionOrder` does not repeat itself. Whatever is outstanding is dropped then.
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

    /// Answers outstanding requests one by one until there is none, those included that callbacks
    /// issue before they return.
    ///
    /// - Parameter maximum: how many may be answered. Code that repeats what fails has no end where
    ///   all fails.
    /// - Throws: the same as ``answerNext()``; also if there is still a request after so many.
    public func answerAll(maximum: Int = 1_000) throws {
        var count = 0
        while count < maximum {
            if try answerNext() == nil { return }
            count += 1
        }
        if let next = outstanding.first { throw failure(.noEnd, next) }
    }

    // MARK: - Answering by itself

    /// Says what ``answerNext()`` and ``answerAll(maximum:)`` may answer the requests of this label with.
    ///
    /// - Parameters:
    ///   - label: the label of the requests.
    ///   - answers: `withEveryCompletionOrder` tries all of them; otherwise the first is given.
    public func prepare(_ label: String, with answers: ScriptedAnswer<Value>...) {
        // What is replaced is released outside the lock: it belongs to the user.
        _ = ledger.withLock { $0.prepared.updateValue(answers, forKey: label) }
    }

    /// Answers requests of this label from now on before the method that issues them has returned,
    /// as clients do that have a cache.
    ///
    /// - Parameters:
    ///   - label: the label of the requests.
    ///   - answer: what they are answered with, or `nil` to stop that.
    public func answerAtOnce(_ label: String, with answer: ScriptedAnswer<Value>?) {
        _ = ledger.withLock { ledger in
            defer { ledger.atOnce[label] = answer }
            return ledger.atOnce[label]
        }
    }

    /// Says what a request is answered with as soon as it is cancelled: by default a
    /// `CancellationError`.
    ///
    /// - Parameter answer: the answer, or `nil` if the test answers cancelled requests like others.
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

    /// An error of the script; what is outstanding is dropped, as no answer will come any more.
    private func failure(_ code: ScriptedClientError.Code, _ label: String) -> ScriptedClientError {
        ScriptedClientError(code: code, label: label, outstanding: giveUp())
    }

    /// Releases whoever waits for an answer, which is no part of the order; returns who that was.
    func giveUp() -> [String] {
        ledger.withLock { $0.takeAll() }.map(\.name)
    }
}
