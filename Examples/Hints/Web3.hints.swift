/// Hints for Web3 (b85187d), in the format of the article "Writing a wrapper with the command".

// * = client

/// Web3.Eth:
// unsubscribe(subscriptionId:completion:) = completion: callback { first in first ? nil : UnexplainedFailureError() }

/// EthereumContract:
// eth = forward
