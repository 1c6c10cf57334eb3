/// Hints for SwiftDiscord (77a9cf9), in the format of the article "Writing a wrapper with the command".
///
/// A callback gets no error, so the status of the HTTP response shows the failure. The skipped methods belong to
/// delegates, or control the socket, such as `connect()`: write by hand those that your app calls.

// (_, HTTPURLResponse?) = callback { _, response in (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError() }
// guildForChannel* = client
// rateLimiter = forward
// * = skip
