/// Hints for Optimizely (68eeee5), as described in the article "Writing a wrapper with the command".

/// OptimizelyClient:
// notificationCenter, datafileHandler = forward
// * = client

/// OptimizelyUserContext:
// decide*Async* = completion: success
