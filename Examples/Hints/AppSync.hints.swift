/// Hints for AppSync (589d58b), as described in the article "Writing a wrapper with the command".

// * = client
// fetch* = forward if: cachePolicy == .returnCacheDataAndFetch
// clearCache(), clearCaches(options:) = forward
