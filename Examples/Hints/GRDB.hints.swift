/// Hints for GRDB (18497b6), in the format of the article "Writing a wrapper with the command".

// * = client
// asyncWriteWithoutTransaction(_:) = updates: success
// backup(to:pagesPerStep:progress:) = forward
