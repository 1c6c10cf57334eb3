import Foundation

/// An old client: a class with a shared instance, callbacks and its own thread.
class WeatherStation {
    static let shared = WeatherStation()

    private let queue = DispatchQueue(label: "weather")
    var units = "metric"

    func forecast(for city: String, success: ((Any) -> Void)?, failure: ((Error) -> Void)?) {
        queue.async {
            if city.isEmpty {
                failure?(NoSuchCity())
            } else {
                success?("\(city): sun")
            }
        }
    }

    func radar(
        _ city: String,
        progress: @escaping (Double) -> Void,
        completion: @escaping (Result<Data, Error>) -> Void
    ) -> Observation {
        let observation = Observation()
        queue.async {
            progress(0.5)
            progress(1)
            completion(.success(Data(city.utf8)))
        }
        return observation
    }

    func measure(_ station: Int, done: @escaping (_ celsius: Double?, _ problem: String?) -> Void) {
        queue.async {
            if station < 0 { done(nil, "no such station") } else { done(21, nil) }
        }
    }
}

/// The handle of a request, which can cancel it.
class Observation {
    func giveUp() {}
}

struct NoSuchCity: Error {}
