/// Hints for MeiliSearch (bbcfbb5), as described in the article "Writing a wrapper with the command".

/// MeiliSearch:
// index(_:) = client
// isHealthy(_:) = completion: callback { isHealthy in isHealthy ? nil : UnexplainedFailureError() }
