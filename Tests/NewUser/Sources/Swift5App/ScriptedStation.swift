import Foundation
import Interception

/// A test double of the client, which answers when the test requests it.
class ScriptedStation: WeatherStation {
    private let script: ScriptedClient<String>

    init(_ script: ScriptedClient<String>) {
        self.script = script
    }

    override func forecast(
        for city: String,
        success: ((Any) -> Void)?,
        failure: ((Error) -> Void)?
    ) {
        script.send("forecast \(city)", success: success, failure: failure)
    }
}

/// Sends two requests that complete in every order, with success and failure.
func tryEveryOrder() throws -> Int {
    try withEveryCompletionOrder(answers: .success("sun"), .failure(NoSuchCity())) { script in
        let weather = InterceptingClient(ScriptedStation(script) as WeatherStation)
        var answers = 0
        let group = withRequestGroup {
            weather.forecast(
                for: "Rome",
                success: { _ in answers += 1 },
                failure: { _ in answers += 1 }
            )
            weather.forecast(
                for: "Oslo",
                success: { _ in answers += 1 },
                failure: { _ in answers += 1 }
            )
        } completion: { _ in
        }
        try script.answerAll()
        if answers != 2 || group.progress.outstanding != 0 { throw NoSuchCity() }
    }
}
