// One closure reports a rejection, another calls the client.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception
@preconcurrency import OldKit

// This wrapper serves the class and its subclasses.
nonisolated extension InterceptingClient where Base: Depot {
    // The client calls back on its own queue, although the callbacks are isolated to the main actor.
    func order(
        _ fate: Fate,
        completion: @escaping @MainActor @Sendable (Result<String, any Error>) -> Void
    ) {
        intercept("order", .completion(onMain: completion)) { completion in
            base.order(fate) { result in DispatchQueue.main.async { completion(result) } }
        }
    }

    // The client reports the first failure, and retries.
    func stock(_ fate: Fate, handler: @escaping (Int, (any Error)?) -> Void) {
        intercept("stock", onRejection: { handler(-1, $0) }) { call in
            let first = call.wrap(.progress(handler))
            var isRetry = false
            base.stock(fate) { count, error in
                if error != nil, !isRetry {
                    isRetry = true
                    first(count, error)
                } else {
                    call.answer(error) { handler(count, error) }
                }
            }
        }
    }
}

nonisolated extension InterceptingClient<PartnerDepot> {
    func offers(_ fate: Fate, success: (([String]) -> Void)?, failure: ((NSError) -> Void)?) {
        intercept("offers", .success(success), .failure(failure)) { success, failure in
            base.offers(fate, success: success, failure: failure)
        }
    }
}

nonisolated extension InterceptingClient<Depot.Type> {
    var shared: InterceptingClient<Depot> {
        InterceptingClient<Depot>(base.shared, settings: interceptionSettings)
    }

    func banner(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        intercept("banner", .completion(completion)) { base.banner(fate, completion: $0) }
    }
}

/// A receiver of the notification, which ends the waiting request.
nonisolated final class GroupedSettings: RequestIntercepting {
    private let depot = Depot()
    private let calls = DelegatedCalls<String>()
    private var observers: [any NSObjectProtocol] = []

    init(then done: @escaping @Sendable ((any Error)?) -> Void) {
        observers = [.depotDidLoad, .depotDidFail].map { (name: Notification.Name) in
            NotificationCenter.default.addObserver(forName: name, object: depot, queue: nil) {
                [weak calls] note in
                let error = note.userInfo?["error"] as? any Error
                calls?.end("settings", error) { done(error) }
            }
        }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    func load(_ fate: Fate) {
        intercept("settings", onRejection: { [depot] in depot.tell($0) }) { [self] call in
            calls.insert(call, for: "settings")
            depot.loadSettings(fate)
        }
    }
}
