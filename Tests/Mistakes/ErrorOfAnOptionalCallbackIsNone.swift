// error: 'callback(_:error:)' is unavailable: the closure of .callback(…) returns an error, or nil if the request succeeded

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

struct Problem: Error {
    let text: String
}

extension InterceptingClient<NetworkTool> {
    func vote(_ path: String, failure: ((Int, String) -> Void)?) {
        #if MISTAKE
        intercept("x", .callback(failure) { code, text in code == 0 ? nil : text }) {
            base.vote(path, failure: $0 ?? { _, _ in })
        }
        #else
        intercept("x", .callback(failure) { _, text in Problem(text: text) }) {
            base.vote(path, failure: $0 ?? { _, _ in })
        }
        #endif
    }
}
