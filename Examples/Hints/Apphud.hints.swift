/// Hints for Apphud (3a6b8cd), in the format of the article "Writing a wrapper with the command".

// (Bool) = callback { first in first ? nil : UnexplainedFailureError() }
// checkEligibilityFor* = callback: success
// ([String: Bool]) = success
// (ApphudUser) = success
// (ApphudUser?) = callback { first in first != nil ? nil : UnexplainedFailureError() }
// fetchRawReceiptInfo(_:) = completion: callback { first in first != nil ? nil : UnexplainedFailureError() }
// attributeFromDeeplink(callback:) = callback: callback { first in first != nil ? nil : UnexplainedFailureError() }
// attributeFromWeb(data:callback:), setAttribution* = callback: callback { first, _ in first ? nil : UnexplainedFailureError() }
// apphudProductFor(_:), product(productIdentifier:) = forward
// setDelegate(_:), setUIDelegate(_:) = skip
