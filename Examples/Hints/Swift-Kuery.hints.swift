/// Hints for Swift-Kuery (b9f5355), in the format of the article "Writing a wrapper with the command".

// connectSync() = forward

/// ConnectionPoolConnection:
// runCompletionHandler* = forward
