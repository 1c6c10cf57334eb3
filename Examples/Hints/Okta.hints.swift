/// Hints for Okta (73e64ba), in the format of the article "Writing a wrapper with the command".

// * = client

/// Credential:
// authorize(_:), find(where:prompt:authenticationContext:) = forward

/// OAuth2Client:
// add(delegate:), remove(delegate:) = skip
