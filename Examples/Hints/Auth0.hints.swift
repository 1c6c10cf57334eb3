/// Hints for Auth0 (850e1a2), as described in the article "Writing a wrapper with the command".

// * = client

/// CredentialsManager, PARAuth, WebAuth, Requestable and TokenRequestable:
// -> AnyPublisher* = forward

/// CredentialsManager:
// enableBiometrics* = skip

/// WebAuth:
// credentialsManager = forward
