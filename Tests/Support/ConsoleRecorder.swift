#if DEBUG
import Foundation
import GroupContext

/// A recorder of the messages on the debug console about one group.
package struct ConsoleRecorder: Sendable {
    private static let messages = {
        let messages = Locked([String]())
        DebugConsole.output.withLock { output in
            output = { message in
                condition.lock()
                messages.withLock { $0.append(message) }
                condition.broadcast()
                condition.unlock()
            }
        }
        return messages
    }()
    private static let condition = NSCondition()

    private let groupName: String

    package init(groupName: String) {
        self.groupName = groupName
        // Redirect the console before the test opens the group.
        _ = Self.messages
    }

    /// Blocks the thread until there is a message about the group.
    package func blockUntilReported() {
        Self.condition.lock()
        while messages.isEmpty { Self.condition.wait() }
        Self.condition.unlock()
    }

    package var messages: [String] {
        Self.messages.withLock { $0.filter { $0.contains("“\(groupName)”") } }
    }
}
#endif
