// error: missing argument for parameter #1 in call

import Dispatch
import Interception

func load(on queue: DispatchQueue, work: @escaping @Sendable () -> Void) {
    #if MISTAKE
    queue.async(execute: CapturedGroup.capturing(work))
    #else
    queue.async(execute: CapturedGroup.capturing { work() })
    #endif
}
