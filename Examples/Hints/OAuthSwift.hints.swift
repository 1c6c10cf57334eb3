/// Hints for OAuthSwift (fe6b6a4), in the format of the article "Writing a wrapper with the command".

/// OAuthSwiftClient:
// requestWith* = onTokenRenewal: untouched
// -> OAuthSwiftRequestHandle = holds handle
// -> OAuthSwiftHTTPRequest = forward

/// OAuth1Swift and OAuth2Swift:
// client = client
// -> OAuthSwiftRequestHandle = holds handle
