// error: 'intercept(_:isOptional:priority:onRefusal:_:)' is unavailable: a refusal is handed its error: write onRefusal: { error in done(nil, error) }, or { _ in done(false) } where the callback cannot carry an error

// A refusal is a closure, and so is the request.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Interception

extension InterceptingClient<NetworkTool> {
    func check(_ done: @escaping (Bool, String) -> Void) {
        #if MISTAKE
        intercept("check", onRefusal: { done(false, "") }) { call in
            base.check(call.callback(done) { isFine, _ in isFine ? nil : Unfit() })
        }
        #else
        intercept("check", onRefusal: { done(false, "\($0)") }) { call in
            base.check(call.callback(done) { isFine, _ in isFine ? nil : Unfit() })
        }
        #endif
    }
}

struct Unfit: Error {}

extension NetworkTool {
    func check(_ done: @escaping (Bool, String) -> Void) {}
}
