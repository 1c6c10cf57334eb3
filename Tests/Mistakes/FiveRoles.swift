// error: 'intercept(_:_:_:_:_:_:isOptional:priority:_:)' is unavailable: there are at most four roles; wrap the callbacks in the closure: intercept(label) { call in base.method(success: call.wrap(.success(success)), …) }

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func five(_ a: @escaping () -> Void) {
        #if MISTAKE
        intercept("x", .success(a), .success(a), .success(a), .success(a), .finally(a)) {
            a,
            b,
            c,
            d,
            e in
            base.five(a, b, c, d, e)
        }
        #else
        intercept("x") { call in
            let wrapped = call.wrap(.success(a))
            base.five(wrapped, wrapped, wrapped, wrapped, call.wrap(.finally(a)))
        }
        #endif
    }
}

extension NetworkTool {
    func five(
        _ a: @escaping () -> Void,
        _ b: @escaping () -> Void,
        _ c: @escaping () -> Void,
        _ d: @escaping () -> Void,
        _ e: @escaping () -> Void
    ) {}
}
