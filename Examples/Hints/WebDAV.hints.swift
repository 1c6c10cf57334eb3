/// Hints for WebDAV (770a99a), in the format of the article "Writing a wrapper with the command".
///
/// The identifier that `downloadImage` returns cancels nothing without the account.

// -> String = cancel: nothing
