/// Hints for RequestKit 3.2.1 (e4d905f), in the format of the article "Writing a wrapper with the command".

// dataTask*, uploadTask* = cancel: ($0 as? URLSessionTask)?.cancel()
