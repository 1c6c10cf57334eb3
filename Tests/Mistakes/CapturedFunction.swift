// error: missing argument for parameter #1 in call

import Dispatch
import Interception

func load(on queue: DispatchQueue, work: @escaping @Sendable () -> Void) {
    queue.async(execute: CapturedGroup.capturing(work))
}
