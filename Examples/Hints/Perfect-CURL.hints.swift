/// Hints for Perfect-CURL (0593841), in the format of the article "Writing a wrapper with the command".
///
/// The callback gets a closure that throws the error. The wrapper calls the closure once more than your callback
/// does.

// perform(_:) = completion: callback { first in Result(catching: first).reportedFailure }
// reset(_:_:) = skip
