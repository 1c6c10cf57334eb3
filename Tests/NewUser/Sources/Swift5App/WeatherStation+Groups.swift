// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<WeatherStation> {
    func forecast(for city: String, success: ((Any) -> Void)?, failure: ((Error) -> Void)?) {
        intercept("forecast \(city)", success: success, failure: failure) { success, failure in
            base.forecast(for: city, success: success, failure: failure)
        }
    }

    func radar(
        _ city: String,
        progress: @escaping (Double) -> Void,
        completion: @escaping (Result<Data, Error>) -> Void
    ) -> Observation {
        intercept("radar \(city)", cancel: { $0.giveUp() }) { call in
            base.radar(
                city,
                progress: call.repeating(progress),
                completion: call.completion(completion)
            )
        }
    }

    func measure(_ station: Int, done: @escaping (_ celsius: Double?, _ problem: String?) -> Void) {
        intercept("measure \(station)", onRefusal: { done(nil, "\($0)") }) { call in
            base.measure(
                station,
                done: call.callback(done) { _, problem in problem.map(Problem.init) }
            )
        }
    }
}

struct Problem: Error {
    let text: String
}
