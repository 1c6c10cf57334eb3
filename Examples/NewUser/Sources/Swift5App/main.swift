import Foundation
import Interception

let page = OldPage()

page.load { failures in
    print(page.shown, failures)
    let isRight = page.shown.count == 5 && failures.map(\.label) == ["tune", "tune"]
    Task { @MainActor in
        let problems = await problemsOfShapes()
        for problem in problems { print(problem) }
        exit(isRight && problems.isEmpty ? 0 : 1)
    }
}

dispatchMain()
