/// Hints for Apollo (fe14c21), in the format of the article "Writing a wrapper with the command".
///
/// `watch` and `subscribe` are listeners, whose calls the wrapper passes on without a request. With
/// `returnCacheDataAndFetch` a request has one or two answers, and their values do not show which answer is the last.
/// So the hint passes these calls on, too.

// fetch* = forward if: cachePolicy == .returnCacheDataAndFetch
// -> *Stream* = forward
// store = client

/// ApolloStore:
// withinReadTransaction(_:) = forward
