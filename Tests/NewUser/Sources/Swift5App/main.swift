import Foundation
import Interception

let page = WeatherPage(weather: InterceptingClient(WeatherStation.shared))

page.load { failures in
    print(page.shown, failures)
    let isRight =
        page.shown.count == 5 && page.shown.contains("Milan: sun")
        && Set(failures.map(\.label)) == ["forecast ", "measure -1"]
    Task { @MainActor in
        let problems = await problemsOfShapes()
        for problem in problems { print(problem) }
        exit(isRight && problems.isEmpty ? 0 : 1)
    }
}

dispatchMain()
