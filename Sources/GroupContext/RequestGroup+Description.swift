extension RequestGroup: CustomStringConvertible {
    /// The group's name, its progress and whom it waits for.
    public var description: String {
        let (progress, outstanding) = shared.withLock { ($0.state.progress, $0.state.outstanding) }
        let waiting = outstanding.isEmpty ? "" : ", waiting for "
        return "\(name.onOneLine): \(progress)\(waiting)" + outstanding.inShort.inARow()
    }
}

extension [String] {
    /// The first of them, and how many more there are: a description is read by people.
    package var inShort: [String] {
        count <= 20 ? self : prefix(20) + ["\(count - 20) more"]
    }
}
