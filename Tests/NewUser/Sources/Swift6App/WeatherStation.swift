import Foundation

/// A client with isolated callbacks: some run on any thread, some on the main actor.
final class WeatherStation: Sendable {
    static let shared = WeatherStation()

    private let queue = DispatchQueue(label: "weather")

    func forecast(
        for city: String,
        success: (@Sendable (Any) -> Void)?,
        failure: (@Sendable (any Error) -> Void)?
    ) {
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
        progress: @escaping @MainActor (Double) -> Void,
        completion: @escaping @MainActor (Result<Data, any Error>) -> Void
    ) -> Observation {
        DispatchQueue.main.async {
            progress(0.5)
            progress(1)
            completion(.success(Data(city.utf8)))
        }
        return Observation()
    }

    func measure(
        _ station: Int,
        done: @escaping @Sendable (_ celsius: Double?, _ problem: String?) -> Void
    ) {
        queue.async {
            if station < 0 { done(nil, "no such station") } else { done(21, nil) }
        }
    }
}

/// The handle of a request, which can cancel it.
final class Observation: Sendable {
    func giveUp() {}
}

struct NoSuchCity: Error {}
