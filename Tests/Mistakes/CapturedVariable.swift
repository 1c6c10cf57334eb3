// error: mutation of captured var 'ended' in concurrently-executing code

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
