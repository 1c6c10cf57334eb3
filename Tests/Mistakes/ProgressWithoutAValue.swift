// error: 'progress' is unavailable: a progress callback has one to three values, and does not end the request

import Foundation
import Interception

extension InterceptingClient<NetworkTool> {
    func stop(_ path: String, done: @escaping () -> Void) {
        #if MISTAKE
        intercept("x", .progress(done)) { base.stop(path, done: $0) }
        #else
        intercept("x", .success(done)) { base.stop(path, done: $0) }
        #endif
    }
}
