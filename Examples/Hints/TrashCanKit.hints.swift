/// Hints for TrashCanKit (db17bb5), in the format of the article "Writing a wrapper with the command".
///
/// `handleOpenURL` calls its callback only if the URL has a code, so the hint passes the call on.

/// TrashCanKit:
// -> URLSessionDataTaskProtocol = cancel: ($0 as? URLSessionTask)?.cancel()

/// OAuthConfiguration:
// authorize(_:code:completion:) = completion: success
// handleOpenURL(_:url:completion:) = forward
