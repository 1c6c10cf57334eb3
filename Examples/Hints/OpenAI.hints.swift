/// Hints for OpenAI (a532be8), in the format of the article "Writing a wrapper with the command".

/// OpenAI:
// responses = client
// -> AsyncThrowingStream* = forward
// -> CancellableRequest = holds handle

/// ResponsesEndpointProtocol:
// createResponseStreaming(query:) = forward
