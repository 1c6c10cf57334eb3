/// Hints for Swift-SMTP (3eaa80f), in the format of the article "Writing a wrapper with the command".

// send(_:progress:completion:) = completion: callback { _, errors in errors.first?.1 }
