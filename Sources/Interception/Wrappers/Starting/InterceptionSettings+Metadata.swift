import GroupContext

// The request metadata in the settings of a wrapper.
extension InterceptionSettings {
    /// The metadata of a request that is being issued, or `nil` if none is needed.
    var metadataAtIssue: RequestMetadata? {
        // Settings of a single request already contain the metadata of that request.
        metadata ?? propagated.map { RequestMetadata(propagating: $0.captured()) }
    }

    /// A copy of the settings with captured metadata, for a request that is created now and started later.
    var withMetadata: InterceptionSettings {
        guard metadata == nil, let metadataAtIssue else { return self }
        var settings = self
        settings.metadata = metadataAtIssue
        return settings
    }
}
