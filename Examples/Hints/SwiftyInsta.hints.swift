/// Hints for SwiftyInsta (4aebf81), in the format of the article "Writing a wrapper with the command".

/// APIHandler:
// * = client
