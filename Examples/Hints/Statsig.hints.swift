/// Hints for Statsig (5c9d534), as described in the article "Writing a wrapper with the command".

// openDebugView(_:), createDebugViewController(_:) = forward
