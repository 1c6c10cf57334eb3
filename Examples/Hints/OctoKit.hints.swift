/// Hints for OctoKit 0.14.0 (b4ac587), in the format of the article "Writing a wrapper with the command".

// session = forward
// -> URLSessionDataTaskProtocol = cancel: ($0 as? URLSessionTask)?.cancel()
