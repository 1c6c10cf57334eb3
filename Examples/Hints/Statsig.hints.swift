/// Hints for Statsig (5c9d534), in the format of the article "Writing a wrapper with the command".

// openDebugView(_:), createDebugViewController(_:) = forward
