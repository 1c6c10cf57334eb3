/// Hints for Swift-Kuery (b9f5355), as described in the article "Writing a wrapper with the command".

// connectSync() = forward

/// ConnectionPoolConnection:
// runCompletionHandler* = forward
