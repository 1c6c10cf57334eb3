/// Hints for Adyen Networking 2.0.0 (132d386), in the format of the article "Writing a wrapper with the command".
///
/// `RetryAPIClient` calls an `APIClientProtocol`. Wrap one of the two layers: a request through both counts twice.

/// APIClient, RetryAPIClient and RetryOnErrorAPIClient:
// retry* = client
