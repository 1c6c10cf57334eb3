/// Hints for Mixpanel (8399b37), in the format of the article "Writing a wrapper with the command".

/// MixpanelInstance and Mixpanel:
// * = client

/// MixpanelFlags:
// areFlagsReady(), getAllVariantsSync(), getVariantSync(_:fallback:), getVariantValueSync(_:fallbackValue:), loadFlags() = forward
// getAllVariants(completion:), getVariant(_:fallback:completion:), isEnabled(_:fallbackValue:completion:) = completion: success
// getVariantValue(_:fallbackValue:completion:) = completion: callback { first in first as? any Error }
// loadFlags(completion:) = completion: callback { first in first ? nil : UnexplainedFailureError() }
