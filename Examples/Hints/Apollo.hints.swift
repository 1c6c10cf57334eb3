/// Hints for Apollo (fe14c21), as described in the article "Writing a wrapper with the command".

// fetch* = forward if: cachePolicy == .returnCacheDataAndFetch
// -> *Stream* = forward
// store = client

/// ApolloStore:
// withinReadTransaction(_:) = forward
