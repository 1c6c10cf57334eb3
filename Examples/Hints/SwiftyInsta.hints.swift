/// Hints for SwiftyInsta (4aebf81), as described in the article "Writing a wrapper with the command".

/// APIHandler:
// * = client
