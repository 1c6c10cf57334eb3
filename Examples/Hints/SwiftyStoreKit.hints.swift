/// Hints for SwiftyStoreKit (48d4d4c), as described in the article "Writing a wrapper with the command".

// completeTransactions* = forward
// restorePurchases* = completion: callback { results in results.restoreFailedPurchases.first?.0 }
