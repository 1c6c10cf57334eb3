// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<WeatherStation> {
    func forecast(
        for city: String,
        success: (@Sendable (Any) -> Void)?,
        failure: (@Sendable (any Error) -> Void)?
    ) {
        intercept("forecast \(city)", .success(success), .failure(failure)) { success, failure in
            base.forecast(for: city, success: success, failure: failure)
        }
    }

    func radar(
        _ city: String,
        progress: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor (Result<Data, any Error>) -> Void
    ) -> Observation {
        intercept(
            "radar \(city)",
            .progress(onMain: progress),
            .completion(onMain: completion),
            cancel: { $0.giveUp() }
        ) {
            base.radar(city, progress: $0, completion: $1)
        }
    }

    func measure(
        _ station: Int,
        done: @escaping @Sendable (_ celsius: Double?, _ problem: String?) -> Void
    ) {
        intercept("measure \(station)", onRejection: { done(nil, "\($0)") }) { call in
            base.measure(station) { celsius, problem in
                call.answer(problem.map(Problem.init)) { done(celsius, problem) }
            }
        }
    }
}

struct Problem: Error {
    let text: String
}
