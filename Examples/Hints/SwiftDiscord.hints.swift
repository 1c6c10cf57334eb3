/// Hints for SwiftDiscord (77a9cf9), as described in the article "Writing a wrapper with the command".

// (_, HTTPURLResponse?) = callback { _, response in (response?.statusCode ?? 500) < 400 ? nil : UnexplainedFailureError() }
// guildForChannel* = client
// rateLimiter = forward
// * = skip
