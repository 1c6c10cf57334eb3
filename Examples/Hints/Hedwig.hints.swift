/// Hints for Hedwig (8e3b629), in the format of the article "Writing a wrapper with the command".

// send(_:progress:completion:) = completion: callback { _, errors in errors.first?.error }
