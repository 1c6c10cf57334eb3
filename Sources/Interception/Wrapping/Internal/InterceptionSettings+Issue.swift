import GroupContext

// The metadata that a request captures where it is issued.
extension InterceptionSettings {
    /// The metadata of a request that is being issued, or `nil` if none is needed.
    var issued: RequestIssue? {
        // The settings of a single request already contain the metadata of its point of issue.
        issue ?? carried.map { RequestIssue(carrying: $0.captured()) }
    }

    /// A copy of the settings with captured metadata, for a request that is created now and started later.
    var noted: InterceptionSettings {
        guard issue == nil, let issued else { return self }
        var settings = self
        settings.issue = issued
        return settings
    }
}
