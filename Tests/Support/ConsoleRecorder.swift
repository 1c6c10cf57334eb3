#if DEBUG
import GroupContext

/// A recorder of the messages on the debug console about one group.
package struct ConsoleRecorder: Sendable {
    private static let messages = {
        let messages = Locked([String]())
        DebugConsole.output.withLock { output in
            output = { message in messages.withLock { $0.append(message) } }
        }
        return messages
    }()

    private let groupName: String

    package init(groupName: String) {
        self.groupName = groupName
        // Redirect the console before the test opens the group.
        _ = Self.messages
    }

    package var messages: [String] {
        Self.messages.withLock { $0.filter { $0.contains("“\(groupName)”") } }
    }
}
#endif
