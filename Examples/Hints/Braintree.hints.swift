/// Hints for Braintree (181ff3e), in the format of the article "Writing a wrapper with the command".

/// BTApplePayClient:
// isApplePaySupported(completion:) = completion: success
