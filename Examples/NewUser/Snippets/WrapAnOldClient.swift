// Features of clients older than Swift 6: callbacks on any thread, repeated callbacks, notifications, subclasses.

// One closure reports a rejection, another calls the client.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

// snippet: callback on the main actor
extension InterceptingClient<OldTool> {
    // The client calls back on any thread; the closures of its callers belong to the main actor.
    func fetch(
        _ path: String,
        success: @escaping @MainActor (String) -> Void,
        failure: @escaping @MainActor (any Error) -> Void
    ) {
        intercept("GET \(path)", .success(onMain: success), .failure(onMain: failure)) {
            success,
            failure in
            base.fetch(path) { value in
                DispatchQueue.main.async { success(value) }
            } failure: { error in
                DispatchQueue.main.async { failure(error) }
            }
        }
    }
}
// end: callback on the main actor

// snippet: answer of a retry
extension InterceptingClient<OldTool> {
    // Calls back with the failure of the first attempt, and again with the answer of the second.
    func stock(of item: String, handler: @escaping (Int, (any Error)?) -> Void) {
        intercept("stock", onRejection: { handler(0, $0) }) { call in
            let first = call.wrap(.progress(handler))
            var isRetry = false
            base.stock(of: item) { count, error in
                if error != nil, !isRetry {
                    isRetry = true
                    first(count, error)  // does not end the request
                } else {
                    call.answer(error) { handler(count, error) }
                }
            }
        }
    }
}
// end: answer of a retry

/// Stands between the app and a client that posts its answers.
final class GroupedSettings: RequestIntercepting {
    private let settings: Settings
    private let calls = DelegatedCalls<String>()
    private var observers: [any NSObjectProtocol] = []

    init(_ settings: Settings) {
        self.settings = settings
        observers = [.settingsDidLoad, .settingsDidFail].map { (name: Notification.Name) in
            NotificationCenter.default.addObserver(forName: name, object: settings, queue: nil) {
                [weak calls] note in
                calls?.end("settings", note.userInfo?["error"] as? any Error) {}
            }
        }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    func load() {
        intercept("settings", onRejection: { [settings] in settings.tell($0) }) { [self] call in
            calls.insert(call, for: "settings")  // before it can be posted
            settings.load()
        }
    }
}

// For the class and for each class that inherits from it.
extension InterceptingClient where Base: Shop {
    func find(_ words: String, completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("find", .completion(completion)) { base.find(words, completion: $0) }
    }
}

// What the subclass adds.
extension InterceptingClient<PartnerShop> {
    func offers(completion: @escaping ([String]?, (any Error)?) -> Void) {
        intercept("offers", .completion(completion)) { base.offers(completion: $0) }
    }
}

// MARK: - What the app had before

final class OldTool {
    func fetch(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        // Safe: called once, and not used here any more.
        nonisolated(unsafe) let success = success
        DispatchQueue.global().async { success("an answer to \(path)") }
    }

    func stock(of item: String, handler: @escaping (Int, (any Error)?) -> Void) {
        // Safe: called one after the other, and not used here any more.
        nonisolated(unsafe) let handler = handler
        DispatchQueue.global()
            .async {
                handler(0, Busy())
                handler(42, nil)
            }
    }
}

struct Busy: Error {}

extension Notification.Name {
    static let settingsDidLoad = Notification.Name("settings did load")
    static let settingsDidFail = Notification.Name("settings did fail")
}

final class Settings: Sendable {
    func load() {
        DispatchQueue.global().async { self.tell(nil) }
    }

    func tell(_ error: (any Error)?) {
        NotificationCenter.default.post(
            name: error == nil ? .settingsDidLoad : .settingsDidFail,
            object: self,
            userInfo: error.map { ["error": $0] }
        )
    }
}

class Shop {
    func find(_ words: String, completion: @escaping ([String]?, (any Error)?) -> Void) {
        completion([words], nil)
    }
}

final class PartnerShop: Shop {
    func offers(completion: @escaping ([String]?, (any Error)?) -> Void) {
        completion(nil, Busy())
    }
}

// MARK: - Tried out

@MainActor
final class Page {
    var shown: [String] = []

    func load(_ tool: InterceptingClient<OldTool>) {
        tool.fetch("feed") { answer in
            MainActor.preconditionIsolated()
            self.shown.append(answer)
        } failure: { _ in
            MainActor.preconditionIsolated()
        }
    }
}

let tool = InterceptingClient(OldTool())
let settings = GroupedSettings(Settings())
let partner = InterceptingClient(PartnerShop())
let page = Page()

let outcome = await withRequestGroupOutcome("page", options: .timeout(.seconds(30))) { group in
    page.load(tool)
    tool.stock(of: "tea") { _, _ in }
    settings.load()
    partner.find("tea") { _, _ in }
    partner.offers { _, _ in }
    return group
}
precondition(page.shown == ["an answer to feed"])
precondition(outcome.value.progress.total == 5)
precondition(outcome.failures.map(\.label) == ["offers"])

let rejected = await withRequestGroupOutcome("rejected") { group in
    group.cancel()
    page.load(InterceptingClient(OldTool()))
    settings.load()
    tool.stock(of: "tea") { count, error in precondition(count == 0 && error is CancellationError) }
}
precondition(rejected.failures.count == 3)
