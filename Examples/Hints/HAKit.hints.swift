/// Hints for HAKit (56591fb), in the format of the article "Writing a wrapper with the command".
///
/// `once` of `HACache` calls its callback once, with a value that the cache may already have. If a group has to wait
/// for the value, use the hint `once(_:) = handler: success`.

/// HAConnection:
// -> HACancellable = holds handle
// caches = forward
// connect(), disconnect() = forward
