#if DEBUG
import GroupContext

/// The messages on the debug console that are about one group.
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
        // Takes over the console before the group is opened.
        _ = Self.messages
    }

    package var messages: [String] {
        Self.messages.withLock { $0.filter { $0.contains("“\(groupName)”") } }
    }
}
#endif
