import Foundation
import Interception

let orders = try tryEveryOrder()
let page = WeatherPage(weather: InterceptingClient(WeatherStation.shared))

page.load { failures in
    print(orders, page.shown, failures)
    let isRight =
        orders == 8 && page.shown.count == 5 && page.shown.contains("Milan: sun")
        && Set(failures.map(\.label)) == ["forecast ", "measure -1"]
    Task { @MainActor in
        let odd = await tryOddShapes()
        let problems = await problemsOfShapes()
        for problem in problems { print(problem) }
        exit(isRight && odd == "list result six coded of 11" && problems.isEmpty ? 0 : 1)
    }
}

dispatchMain()
