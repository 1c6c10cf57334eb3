/// Hints for Tinode (68c9f73), in the format of the article "Writing a wrapper with the command".
///
/// 16 methods return a promise of a request that has begun. Write them by hand: answer the request in the callbacks
/// of the promise.

// * = client
// -> PromisedReply* = skip
// countFilteredTopics(filter:), getFilteredTopics(filter:) = forward
