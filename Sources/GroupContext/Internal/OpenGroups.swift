#if DEBUG
/// The groups that are open in the process, for reports of requests that have missed them.
///
/// In debug builds only: nobody else pays for it.
package enum OpenGroups {
    private static let counts = Locked([String: Int]())

    /// What they are called, each name once.
    package static var names: [String] { counts.withLock { $0.keys.sorted() } }

    /// Counts a group that has just been opened, until it completes.
    static func add(_ group: RequestGroup) {
        let name = group.name
        counts.withLock { $0[name, default: 0] += 1 }
        group.whenCompleted {
            counts.withLock { counts in
                let others = counts[name, default: 1] - 1
                counts[name] = others > 0 ? others : nil
            }
        }
    }
}
#endif
