// error: sending 'manager' risks causing data races
import Foundation

@MainActor func keep(_ manager: sending FileManager) async {}

func clean() async {
    let manager = FileManager()
    await keep(manager)
    _ = manager.fileExists(atPath: "/")
}
