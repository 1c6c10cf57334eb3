// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<OddStation> {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    func unannotated(success: ((Any?) -> Void)!, failure: (((any Error)?) -> Void)!) {
        intercept("unannotated", success: success, failure: failure) { success, failure in
            base.unannotated(success: success, failure: failure)
        }
    }

    func list(success: @escaping ([String]) -> Void, failure: @escaping (NSError) -> Void) {
        intercept("list", success: success, failure: failure) { success, failure in
            base.list(success: success, failure: failure)
        }
    }

    func typed(success: ((Int) -> Void)?, failure: ((NoSuchCity) -> Void)?) {
        intercept("typed", success: success, failure: failure) { success, failure in
            base.typed(success: success, failure: failure)
        }
    }

    func onMain(
        success: @escaping @MainActor (Int) -> Void,
        failure: (@MainActor (any Error) -> Void)?
    ) {
        intercept("on main", onRefusal: .failure(onMain: failure)) { call in
            base.onMain(
                success: call.success(onMain: success),
                failure: call.failure(onMain: failure)
            )
        }
    }

    func value(completion: @escaping (Int?, (any Error)?) -> Void) {
        intercept("value", completion: completion) { completion in
            base.value(completion: completion)
        }
    }

    func result(completion: ((Result<String, NoSuchCity>) -> Void)?) {
        intercept("result", completion: completion) { completion in
            base.result(completion: completion)
        }
    }

    func nothing(completion: @escaping ((any Error)?) -> Void) {
        intercept("nothing", completion: completion) { completion in
            base.nothing(completion: completion)
        }
    }

    func six(_ done: @escaping (Int, Int, String, Bool, Data?, (any Error)?) -> Void) {
        intercept("six") { call in
            base.six(call.callback(done) { _, _, _, _, _, error in error })
        }
    }

    func ask(mayRetry: @escaping (Int) -> Bool, done: @escaping (Bool) -> Void) {
        intercept("ask") { call in
            base.ask(mayRetry: call.repeating(mayRetry), done: call.success(done))
        }
    }

    func coded(success: @escaping (Int, String) -> Void, failure: @escaping (Int, String) -> Void) {
        intercept("coded", onRefusal: { failure(0, "\($0)") }) { call in
            base.coded(
                success: call.success(success),
                failure: call.callback(failure) { _, text in Problem(text: text) }
            )
        }
    }

    func mixed(success: @escaping (String) -> Void, failure: ((any Error) -> Void)?) {
        intercept("mixed", onRefusal: .failure(failure)) { call in
            base.mixed(success: call.success(success), failure: call.failure(failure))
        }
    }

    func events(_ handler: @escaping (Event) -> Void) {
        intercept("events") { call in
            let progress = call.repeating(handler)
            base.events { event in
                switch event {
                case .half: progress(event)
                case .end(let error): call.answer(error) { handler(event) }
                }
            }
        }
    }

    func numbered(_ done: @escaping (Result<Int, any Error>) -> Void) -> Int {
        intercept("numbered", cancel: { [base] id in base.give(up: id) }) { call in
            base.numbered(call.completion(done))
        }
    }

    func send(_ reading: Reading) {
        intercept("reading", onRefusal: .failure(reading.onProblem)) { call in
            reading.onSent = call.success(reading.onSent)
            reading.onProblem = call.failure(reading.onProblem)
            base.send(reading)
        }
    }

    func title() async -> String? {
        try? await intercept("title") { await base.title() }
    }

    func temperature() async throws(NoSuchCity) -> Int {
        do {
            return try await intercept("temperature") { try await base.temperature() }
        } catch {
            throw error as? NoSuchCity ?? NoSuchCity()
        }
    }

    func lines() -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { continuation in
            let end = { (error: (any Error)?) in continuation.finish(throwing: error) }
            intercept("lines", completion: end) { end in
                base.lines(onLine: { continuation.yield($0) }, onEnd: end)
            }
        }
    }
}

extension InterceptingClient<Almanac.Type> {
    func moon(_ day: Int, completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept("moon", completion: completion) { completion in
            base.moon(day, completion: completion)
        }
    }
}

extension InterceptingClient<Sensor> {
    func read(completion: @escaping (Double?, (any Error)?) -> Void) {
        intercept("read", completion: completion) { completion in base.read(completion) }
    }
}

extension InterceptingClient: Barometer where Base == any Barometer {
    func pressure(success: @escaping (Double) -> Void, failure: @escaping (any Error) -> Void) {
        intercept("pressure", success: success, failure: failure) { success, failure in
            base.pressure(success: success, failure: failure)
        }
    }
}

final class GroupedVane: Vane, RequestIntercepting {
    override func turn(done: @escaping ((any Error)?) -> Void) {
        intercept("turn", completion: done) { done in super.turn(done: done) }
    }
}

/// Calls every method once in a group, and returns what the group says.
@MainActor
func tryOddShapes() async -> String {
    let odd = InterceptingClient(OddStation.shared)
    let barometer: any Barometer = InterceptingClient(OldBarometer() as any Barometer)
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
            odd.events { _ in }
            _ = odd.numbered { _ in }
            odd.send(Reading())
            _ = await odd.title()
            _ = try await odd.temperature()
            for try await _ in odd.lines() {}
            InterceptingClient(Almanac.self).moon(1) { _ in }
            InterceptingClient(Sensor()).read { _, _ in }
            barometer.pressure(success: { _ in }, failure: { _ in })
            GroupedVane().turn { _ in }
        }
        return "no failure"
    } catch let error as RequestGroupError {
        return error.failures.map(\.label).joined(separator: " ") + " of \(error.progress.total)"
    } catch {
        return "\(error)"
    }
}
