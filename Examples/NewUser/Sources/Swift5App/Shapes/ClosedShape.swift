import Interception
@preconcurrency import OldKit

// A protocol for test doubles, because a test cannot override the client's methods.
nonisolated protocol DepotCalls {
    func order(_ fate: Fate, completion: @escaping (Result<String, any Error>) -> Void)
    func banner(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void)
}

nonisolated extension OldKit.Depot: DepotCalls {
    func banner(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        Self.banner(fate, completion: completion)
    }
}

nonisolated extension InterceptingClient<any DepotCalls> {
    func order(_ fate: Fate, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("order", .completion(completion)) { base.order(fate, completion: $0) }
    }

    func banner(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("banner", .completion(completion)) { base.banner(fate, completion: $0) }
    }
}

/// A test double of the client.
nonisolated struct ScriptedDepot: DepotCalls {
    let script: ScriptedClient<String>

    func order(_ fate: Fate, completion: @escaping (Result<String, any Error>) -> Void) {
        script.send("order", completion: completion)
    }

    func banner(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        script.send("banner", completion: completion)
    }
}

/// Sends two requests that complete in every order, with success and failure; returns a description of a
/// violated expectation.
@MainActor
func problemOfEveryOrder() -> String? {
    do {
        let orders = try withEveryCompletionOrder(answers: .success("tea"), .failure(Gone())) {
            script in
            let depot = InterceptingClient<any DepotCalls>(ScriptedDepot(script: script))
            var answers = 0
            let group = withRequestGroup("depot") {
                depot.order(.answered) { _ in answers += 1 }
                depot.banner(.answered) { _, _ in answers += 1 }
            } completion: { _ in
            }
            try script.answerAll()
            if answers != 2 || group.progress.outstanding != 0 { throw Gone() }
        }
        return orders == 8 ? nil : "\(orders) orders"
    } catch {
        return "\(error)"
    }
}
