/// Hints for Adyen Networking 2.0.0 (132d386), as described in the article "Writing a wrapper with the command".

/// APIClient, RetryAPIClient and RetryOnErrorAPIClient:
// retry* = client
