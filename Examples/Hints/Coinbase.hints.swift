/// Hints for Coinbase (3548d46), as described in the article "Writing a wrapper with the command".

// * = client
