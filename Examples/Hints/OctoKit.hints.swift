/// Hints for OctoKit 0.14.0 (b4ac587), as described in the article "Writing a wrapper with the command".

// session = forward
// -> URLSessionDataTaskProtocol = cancel: ($0 as? URLSessionTask)?.cancel()
