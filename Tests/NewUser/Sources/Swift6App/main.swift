import Foundation
import Interception

let weather = InterceptingClient(WeatherStation.shared)

let odd = await tryOddShapes()
if odd != "list result six coded of 11" { exit(2) }

let problems = await problemsOfShapes()
for problem in problems { print(problem) }
if !problems.isEmpty { exit(3) }

do {
    try await withRequestGroup("weather", options: .timeout(.seconds(30))) { group in
        weather.forecast(
            for: "Rome",
            success: { forecast in
                print(forecast)
                weather.forecast(for: "Milan", success: { print($0) }, failure: nil)
            },
            failure: nil
        )
        weather.forecast(for: "", success: nil, failure: { print($0) })
        _ = weather.radar("Rome", progress: { print($0) }, completion: { print($0) })
        DispatchQueue.global()
            .async(
                execute: CapturedGroup.capturing {
                    weather.measure(-1) { _, problem in print(problem ?? "measured") }
                }
            )
    }
    exit(1)
} catch let error as RequestGroupError {
    print(error)
    let isRight =
        "\(error.progress)" == "5 of 5 finished, 2 failed"
        && Set(error.causes.map(\.label)) == ["forecast ", "measure -1"]
    exit(isRight ? 0 : 1)
}
