import Interception
@preconcurrency import OldKit

// The methods of the client are not open, so that a test cannot override them.
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

/// Stands in for the client.
nonisolated struct ScriptedDepot: DepotCalls {
    let script: ScriptedClient<String>

    func order(_ fate: Fate, completion: @escaping (Result<String, any Error>) -> Void) {
        script.send("order", completion: completion)
    }

    func banner(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        script.send("banner", completion: completion)
    }
}

/// Two requests that end in every order, well and badly; returns what is not as it should be.
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
