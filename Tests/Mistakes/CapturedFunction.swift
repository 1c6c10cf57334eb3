// error: missing argument for parameter #3 in call
// further error: cannot convert value of type '@Sendable () -> Void' to expected argument type 'String'

import Dispatch
import Interception

func load(on queue: DispatchQueue, work: @escaping @Sendable () -> Void) {
    #if MISTAKE
    queue.async(execute: CapturedGroup.capturing(work))
    #else
    queue.async(execute: CapturedGroup.capturing { work() })
    #endif
}
