import Foundation
import Interception

/// An existing page of the app, with a group around its calls.
class WeatherPage {
    let weather: InterceptingClient<WeatherStation>
    private let lock = NSLock()
    private var entries: [String] = []

    /// The shown text, which callbacks write on any thread.
    var shown: [String] { lock.withLock { entries } }

    init(weather: InterceptingClient<WeatherStation>) {
        self.weather = weather
    }

    func load(then done: @escaping @MainActor ([RequestFailure]) -> Void) {
        withRequestGroup("weather", options: .timeout(.seconds(30))) {
            weather.forecast(for: "Rome", success: follow, failure: nil)
            weather.forecast(for: "", success: nil, failure: { self.show("\($0)") })
            _ = weather.radar("Rome", progress: { _ in }, completion: { _ in self.show("radar") })
            // A queue does not propagate the current group, so the page passes it explicitly.
            DispatchQueue.global()
                .async(
                    execute: CapturedGroup.capturing {
                        self.weather.measure(-1) { _, problem in self.show(problem ?? "measured") }
                    }
                )
        } success: {
            done([])
        } failure: { failures in
            done(failures)
        }
    }

    /// Issues the next request from a callback.
    private func follow(_ forecast: Any) {
        show("\(forecast)")
        weather.forecast(for: "Milan", success: { self.show("\($0)") }, failure: nil)
    }

    private func show(_ text: String) {
        lock.withLock { entries.append(text) }
    }
}
