/// Hints for Moya (10a9dd1), in the format of the article "Writing a wrapper with the command".

// createStubFunction* = forward
// defaultAlamofireSession() = client
// -> Cancellable = holds handle
