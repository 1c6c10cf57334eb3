/// Hints for AEPCore (22f4cd2), in the format of the article "Writing a wrapper with the command".

/// MobileCore:
// dispatch* = responseCallback: callback { first in first != nil ? nil : UnexplainedFailureError() }
// getPrivacyStatus(completion:) = completion: success

/// ExtensionRuntime:
// getHistoricalEvents* = handler: success
// recordHistoricalEvent* = handler: callback { first in first ? nil : UnexplainedFailureError() }
