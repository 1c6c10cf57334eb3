/// Hints for Centrifuge (a194bd7), in the format of the article "Writing a wrapper with the command".

/// CentrifugeClient:
// getSubscription(channel:) = client
// removeSubscription(_:), resetReconnectState(), setToken(token:) = forward
// connect(), disconnect(), newSubscription(channel:delegate:config:) = skip
