/// Hints for TrashCanKit (db17bb5), as described in the article "Writing a wrapper with the command".

/// TrashCanKit:
// -> URLSessionDataTaskProtocol = cancel: ($0 as? URLSessionTask)?.cancel()

/// OAuthConfiguration:
// authorize(_:code:completion:) = completion: success
// handleOpenURL(_:url:completion:) = forward
