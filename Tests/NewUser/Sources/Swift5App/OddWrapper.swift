// One closure reports a rejection, another calls the client.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<OddStation> {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func unannotated(success: ((Any?) -> Void)!, failure: (((any Error)?) -> Void)!) {
        intercept("unannotated", .success(success), .failure(failure)) { success, failure in
            base.unannotated(success: success, failure: failure)
        }
    }

    func list(success: @escaping ([String]) -> Void, failure: @escaping (NSError) -> Void) {
        intercept("list", .success(success), .failure(failure)) { success, failure in
            base.list(success: success, failure: failure)
        }
    }

    func typed(success: ((Int) -> Void)?, failure: ((NoSuchCity) -> Void)?) {
        intercept("typed", .success(success), .failure(failure)) { success, failure in
            base.typed(success: success, failure: failure)
        }
    }

    func onMain(
        success: @escaping @MainActor (Int) -> Void,
        failure: (@MainActor (any Error) -> Void)?
    ) {
        intercept("on main", .success(onMain: success), .failure(onMain: failure)) {
            base.onMain(success: $0, failure: $1)
        }
    }

    func value(completion: @escaping (Int?, (any Error)?) -> Void) {
        intercept("value", .completion(completion)) { base.value(completion: $0) }
    }

    func result(completion: ((Result<String, NoSuchCity>) -> Void)?) {
        intercept("result", .completion(completion)) { base.result(completion: $0) }
    }

    func nothing(completion: @escaping ((any Error)?) -> Void) {
        intercept("nothing", .completion(completion)) { base.nothing(completion: $0) }
    }

    func six(_ done: @escaping (Int, Int, String, Bool, Data?, (any Error)?) -> Void) {
        intercept("six", onRejection: { done(0, 0, "", false, nil, $0) }) { call in
            base.six { one, two, three, four, five, error in
                call.answer(error) { done(one, two, three, four, five, error) }
            }
        }
    }

    func ask(mayRetry: @escaping (Int) -> Bool, done: @escaping (Bool) -> Void) {
        intercept("ask", .success(done)) { base.ask(mayRetry: mayRetry, done: $0) }
    }

    func coded(success: @escaping (Int, String) -> Void, failure: @escaping (Int, String) -> Void) {
        intercept(
            "coded",
            .success(success),
            .callback(failure, error: { Problem(text: $1) }, rejection: { (0, "\($0)") })
        ) {
            base.coded(success: $0, failure: $1)
        }
    }

    func mixed(success: @escaping (String) -> Void, failure: ((any Error) -> Void)?) {
        intercept("mixed", .success(success), .failure(failure)) {
            base.mixed(success: $0, failure: $1)
        }
    }
}

/// Calls every method once in a group, and returns the group's text.
@MainActor
func tryOddShapes() async -> String {
    let odd = InterceptingClient(OddStation.shared)
    do {
        try await withRequestGroup("odd") { group in
            odd.unannotated(success: { _ in }, failure: nil)
            odd.list(success: { _ in }, failure: { _ in })
            odd.typed(success: nil, failure: nil)
            odd.onMain(success: { _ in }, failure: nil)
            odd.value { _, _ in }
            odd.result { _ in }
            odd.nothing { _ in }
            odd.six { _, _, _, _, _, _ in }
            odd.ask(mayRetry: { $0 < 2 }, done: { if !$0 { group.cancel() } })
            odd.coded(success: { _, _ in }, failure: { _, _ in })
            odd.mixed(success: { _ in }, failure: nil)
        }
        return "no failure"
    } catch let error as RequestGroupError {
        return error.failures.map(\.label).joined(separator: " ") + " of \(error.progress.total)"
    } catch {
        return "\(error)"
    }
}
