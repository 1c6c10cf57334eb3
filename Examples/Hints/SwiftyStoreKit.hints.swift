/// Hints for SwiftyStoreKit (48d4d4c), in the format of the article "Writing a wrapper with the command".
///
/// The client calls the callback of `completeTransactions` for purchases that it did not start, so the call is not a
/// request.

// completeTransactions* = forward
// restorePurchases* = completion: callback { results in results.restoreFailedPurchases.first?.0 }
