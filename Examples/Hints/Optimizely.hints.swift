/// Hints for Optimizely (68eeee5), in the format of the article "Writing a wrapper with the command".

/// OptimizelyClient:
// notificationCenter, datafileHandler = forward
// * = client

/// OptimizelyUserContext:
// decide*Async* = completion: success
