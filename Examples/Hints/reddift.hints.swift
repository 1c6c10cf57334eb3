/// Hints for reddift (d93320d), as described in the article "Writing a wrapper with the command".

/// Session:
// giveGold(_:months:completion:) = cancel: $0.cancel()

/// OAuth2Authorizer:
// receiveRedirect(_:completion:) = forward
