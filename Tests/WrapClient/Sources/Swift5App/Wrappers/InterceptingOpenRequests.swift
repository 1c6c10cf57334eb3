// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client OpenRequests --subclass --hint 'number(completion:) = cancel: base.stop($0); label: number of \(base.name)' --hint 'flag(_:super:done:) = done: callback { ok, _ in ok ? nil : Refused(base.name) }' --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

import Clients
import Interception

/// Wraps OpenRequests: its requests join the current group.
// Safe: it has no state of its own.
nonisolated class InterceptingOpenRequests: OpenRequests, RequestIntercepting, @unchecked Sendable {
    override var latest: String {
        get async throws { try await intercept("latest") { try await super.latest } }
    }

    // send is not wrapped: it is a closure, which a subclass cannot override. Settled by a hint:
    //     send = forward

    // users is not wrapped: CompletionClient may issue requests itself: value(_:completion:).
    // Settled by a hint:
    //     users = forward

    // flag(_:super:done:) does not report a rejection. Settled by a hint:
    //     flag(_:super:done:) = rejection: done(false, "\($0)")
    override func flag(
        _ path: String,
        super superValue: Int,
        done: @escaping (Bool, String?) -> Void
    ) {
        intercept("flag", .callback(done) { ok, _ in ok ? nil : Refused(self.name) }) { done in
            super.flag(path, super: superValue, done: done)
        }
    }

    override func number(completion: @escaping (Result<String, any Error>) -> Void) -> Int {
        intercept(
            "number of \(self.name)",
            .completion(completion),
            cancel: { [self] in self.stop($0) }
        ) { completion in
            super.number(completion: completion)
        }
    }

    // shared(completion:) is not wrapped: it belongs to the type, and the wrapper is an
    // instance. Written by hand in another file, with this hint:
    //     shared(completion:) = skip
}
