/// Hints for Coinbase (3548d46), in the format of the article "Writing a wrapper with the command".

// * = client
