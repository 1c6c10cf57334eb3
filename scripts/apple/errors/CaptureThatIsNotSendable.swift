// error: capture of 'manager' with non-Sendable type 'FileManager' in a '@Sendable' closure
import Foundation

func clean(_ manager: FileManager, _ path: String) {
    Thread.detachNewThread { try? manager.removeItem(atPath: path) }
}
