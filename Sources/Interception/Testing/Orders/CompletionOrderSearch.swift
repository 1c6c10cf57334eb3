/// A search through the completion orders of a body; each run of the body gets a new client.
struct CompletionOrderSearch<Value: Sendable> {
    let answers: [ScriptedAnswer<Value>]
    let includesAtOnce: Bool
    let maximumOrders: Int
    private(set) var choices = CompletionChoices()
    private(set) var orderCount = 0

    mutating func nextClient() throws(CompletionOrderError) -> ScriptedClient<Value> {
        guard orderCount < maximumOrders else { throw error(.tooManyOrders) }
        orderCount += 1
        return ScriptedClient(answers: answers, choices: choices, mayAnswerAtOnce: includesAtOnce)
    }

    /// Ends the run of a client; returns `true` if the run was the last.
    mutating func end(
        _ client: ScriptedClient<Value>,
        thrown: (any Error)?
    ) throws(CompletionOrderError) -> Bool {
        if let thrown {
            throw error(choices.hasDiverged ? .notRepeatable : .bodyThrew, in: client, thrown)
        }
        guard var path = choices.path else { throw error(.notRepeatable, in: client) }
        // The body may have caught an error that has dropped the outstanding requests.
        if !client.outstanding.isEmpty || client.ledger.withLock(\.hasDropped) {
            throw error(.leftRequests, in: client)
        }
        if client.order.isEmpty { throw error(.noRequests, in: client) }
        guard path.advance() else { return true }
        choices = CompletionChoices(repeating: path)
        return false
    }

    private func error(
        _ code: CompletionOrderError.Code,
        in client: ScriptedClient<Value>? = nil,
        _ thrown: (any Error)? = nil
    ) -> CompletionOrderError {
        CompletionOrderError(
            code: code,
            order: client?.order ?? [],
            orderCount: orderCount,
            underlying: thrown,
            outstanding: client?.dropAll() ?? []
        )
    }
}
