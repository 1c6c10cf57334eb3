/// Hints for AppSync (589d58b), in the format of the article "Writing a wrapper with the command".
///
/// Each form of `sync` answers first from the cache, and again whenever its data changes, so it is a listener.

// * = client
// fetch* = forward if: cachePolicy == .returnCacheDataAndFetch
// clearCache(), clearCaches(options:) = forward
