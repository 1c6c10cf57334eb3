// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<WeatherStation> {
    func forecast(for city: String, success: ((Any) -> Void)?, failure: ((Error) -> Void)?) {
        intercept("forecast \(city)", .success(success), .failure(failure)) { success, failure in
            base.forecast(for: city, success: success, failure: failure)
        }
    }

    func radar(
        _ city: String,
        progress: @escaping (Double) -> Void,
        completion: @escaping (Result<Data, Error>) -> Void
    ) -> Observation {
        intercept(
            "radar \(city)",
            .progress(progress),
            .completion(completion),
            cancel: { $0.giveUp() }
        ) {
            base.radar(city, progress: $0, completion: $1)
        }
    }

    func measure(_ station: Int, done: @escaping (_ celsius: Double?, _ problem: String?) -> Void) {
        intercept(
            "measure \(station)",
            .callback(done, error: { $1.map(Problem.init) }, rejection: { (nil, "\($0)") })
        ) {
            base.measure(station, done: $0)
        }
    }
}

struct Problem: Error {
    let text: String
}
