/// Hints for Swift-SMTP (3eaa80f), as described in the article "Writing a wrapper with the command".

// send(_:progress:completion:) = completion: callback { _, errors in errors.first?.1 }
