// error: instance method 'lock' is unavailable from asynchronous contexts; Use async-safe scoped locking instead
import Foundation

func enter(_ lock: NSLock) async { lock.lock() }
