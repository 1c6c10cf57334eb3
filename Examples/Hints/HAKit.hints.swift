/// Hints for HAKit (56591fb), as described in the article "Writing a wrapper with the command".

/// HAConnection:
// -> HACancellable = holds handle
// caches = forward
// connect(), disconnect() = forward
