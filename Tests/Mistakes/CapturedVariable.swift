// error: mutation of captured var 'ended' in concurrently-executing code
// swiftc: -swift-version 5
// warning: mutation of captured var 'ended' in concurrently-executing code; this is an error in the Swift 6 language mode

import Dispatch
import Interception

#if MISTAKE
func load(on queue: DispatchQueue) {
    var ended = 0
    withRequestGroup("page", queue: queue) {
    } completion: { _ in
        ended += 1
    }
    print(ended)
}
#else
@MainActor
final class Loading {
    var ended = 0

    func load() {
        withRequestGroup("page") {
        } completion: { _ in
            self.ended += 1
        }
    }
}
#endif
