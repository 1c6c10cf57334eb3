// error: 'callback(_:error:)' is unavailable: the closure of .callback(…) returns an error, or nil if the request succeeded
// error: 'callback(_:error:)' is unavailable: the closure of .callback(…) returns an error, or nil if the request succeeded

// Two closures: one of them is short.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func vote(_ path: String, failure: @escaping (Int, String) -> Void) {
        #if MISTAKE
        intercept("x", .callback(failure) { _, text in text }) { base.vote(path, failure: $0) }
        #else
        intercept("x", .callback(failure) { code, text in Problem(code: code, text: text) }) {
            base.vote(path, failure: $0)
        }
        #endif
    }

    func voteAgain(_ path: String, failure: ((Int, String) -> Void)?) {
        #if MISTAKE
        intercept("x", .callback(failure) { code, text in code == 0 ? nil : text }) {
            base.vote(path, failure: $0 ?? { _, _ in })
        }
        #else
        intercept("x", .callback(failure) { code, text in Problem(code: code, text: text) }) {
            base.vote(path, failure: $0 ?? { _, _ in })
        }
        #endif
    }
}
