// The description of a group, for logs and the debugger.
extension RequestGroup: CustomStringConvertible {
    /// The name, the progress and the outstanding requests of the group.
    public var description: String {
        let (progress, outstanding) = shared.withLock { ($0.progress, $0.outstanding) }
        let waiting = outstanding.isEmpty ? "" : ", waiting for "
        return "\(name.onOneLine): \(progress)\(waiting)"
            + outstanding.abbreviated.joinedOnOneLine()
    }
}
