/// Hints for MeiliSearch (bbcfbb5), in the format of the article "Writing a wrapper with the command".

/// MeiliSearch:
// index(_:) = client
// isHealthy(_:) = completion: callback { isHealthy in isHealthy ? nil : UnexplainedFailureError() }
