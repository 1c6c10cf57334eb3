// error: cannot find 'DispatchQueue' in scope
import Interception

func later(_ work: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: work) }
