/// Hints for Tinode (68c9f73), as described in the article "Writing a wrapper with the command".

// * = client
// -> PromisedReply* = skip
// countFilteredTopics(filter:), getFilteredTopics(filter:) = forward
