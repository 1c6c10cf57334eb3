// swiftc: -swift-version 5
// warning: mutation of captured var 'ended' in concurrently-executing code; this is an error in the Swift 6 language mode

import Dispatch
import Interception

func load(on queue: DispatchQueue) {
    var ended = 0
    withRequestGroup("page", queue: queue) {
    } completion: { _ in
        ended += 1
    }
    print(ended)
}
