extension RequestGroup: CustomStringConvertible {
    /// The group's name, its progress and whom it waits for.
    public var description: String {
        let (progress, outstanding) = shared.withLock { ($0.state.progress, $0.state.outstanding) }
        let waiting =
            outstanding.isEmpty ? "" : ", waiting for " + outstanding.joined(separator: ", ")
        return "\(name): \(progress)\(waiting)"
    }
}
