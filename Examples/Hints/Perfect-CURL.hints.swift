/// Hints for Perfect-CURL (0593841), as described in the article "Writing a wrapper with the command".

// perform(_:) = completion: callback { first in Result(catching: first).reportedFailure }
// reset(_:_:) = skip
