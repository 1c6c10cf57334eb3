// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<Radio> {
    // A method whose request a number cancels.
    @discardableResult
    func tune(done: @escaping (Result<String, any Error>) -> Void) -> Int {
        intercept("tune", .completion(done), cancel: { [base] in base.cancel($0) }) {
            base.tune(done: $0)
        }
    }
}

// snippet: publisher
nonisolated extension InterceptingClient<Radio> {
    // Leave out `holdsHandle` if releasing a subscription cancels the subscription.
    func news() -> Publisher<String> {
        Publisher { onValue, onEnd in
            intercept(
                "news",
                .progress(onValue),
                .completion(onEnd),
                cancel: { $0.dispose() },
                holdsHandle: true
            ) {
                base.news().subscribe(onValue: $0, onEnd: $1)
            }
        }
    }
}
// end: publisher
