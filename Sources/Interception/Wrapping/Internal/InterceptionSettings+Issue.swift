import GroupContext

// What a request takes along from where it was issued.
extension InterceptionSettings {
    /// What is known of a request that is issued here and now, if that is worth knowing.
    var issued: RequestIssue? {
        // What the settings of one request have was noted where that was issued.
        issue ?? carried.map { RequestIssue(carrying: $0.captured()) }
    }

    /// The settings of a request that is created here and now, and started later and elsewhere.
    var noted: InterceptionSettings {
        guard issue == nil, let issued else { return self }
        var settings = self
        settings.issue = issued
        return settings
    }
}
