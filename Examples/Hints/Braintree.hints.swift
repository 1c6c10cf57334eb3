/// Hints for Braintree (181ff3e), as described in the article "Writing a wrapper with the command".

/// BTApplePayClient:
// isApplePaySupported(completion:) = completion: success
