/// Hints for GRDB (18497b6), as described in the article "Writing a wrapper with the command".

// * = client
// asyncWriteWithoutTransaction(_:) = updates: success
// backup(to:pagesPerStep:progress:) = forward
