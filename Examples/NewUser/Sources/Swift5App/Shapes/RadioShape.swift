// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception
@preconcurrency import OldKit

nonisolated extension InterceptingClient<Radio> {
    // A method with one handler for progress and completion.
    func record(_ fate: Fate, handler: @escaping (Radio.Event) -> Void) {
        intercept("record", onRejection: { handler(.problem($0)) }) { call in
            let progress = call.wrap(.progress(handler))
            base.record(fate) { event in
                switch event {
                case .progress: progress(event)
                case .done: call.answer(nil) { handler(event) }
                case .problem(let error): call.answer(error) { handler(event) }
                }
            }
        }
    }

    // A method whose request a number cancels.
    @discardableResult
    func tune(_ fate: Fate, done: @escaping (Result<String, any Error>) -> Void) -> Int {
        intercept("tune", .completion(done), cancel: { [base] in base.cancel($0) }) {
            base.tune(fate, done: $0)
        }
    }

    // A publisher that starts a request for each subscriber.
    func signal(_ fate: Fate) -> Signal<String> {
        Signal { onValue, onEnd in
            intercept(
                "signal",
                .progress(onValue),
                .completion(onEnd),
                cancel: { $0.dispose() },
                holdsHandle: true
            ) {
                base.signal(fate).subscribe(onValue: $0, onEnd: $1)
            }
        }
    }
}
