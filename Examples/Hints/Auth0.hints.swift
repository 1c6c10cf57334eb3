/// Hints for Auth0 (850e1a2), in the format of the article "Writing a wrapper with the command".
///
/// The request of an `AnyPublisher` starts at the subscription, outside of the group. Call the asynchronous form, or
/// that with a callback.

// * = client

/// CredentialsManager, PARAuth, WebAuth, Requestable and TokenRequestable:
// -> AnyPublisher* = forward

/// CredentialsManager:
// enableBiometrics* = skip

/// WebAuth:
// credentialsManager = forward
