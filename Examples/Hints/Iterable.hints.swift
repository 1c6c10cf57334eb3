/// Hints for Iterable (4e08441), in the format of the article "Writing a wrapper with the command".

// * = client
// initialize2* = callback: callback { first in first ? nil : UnexplainedFailureError() }
