/// Hints for reddift (d93320d), in the format of the article "Writing a wrapper with the command".
///
/// `receiveRedirect` returns `false`, and does not call back, if the URL is not its own.

/// Session:
// giveGold(_:months:completion:) = cancel: $0.cancel()

/// OAuth2Authorizer:
// receiveRedirect(_:completion:) = forward
