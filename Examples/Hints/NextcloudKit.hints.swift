/// Hints for NextcloudKit (6d21f12), in the format of the article "Writing a wrapper with the command".
///
/// No method returns a handle, so cancelling a group cancels no request; cancel the task that `taskHandler` gets.

// * = client
// setup(groupIdentifier:delegate:memoryCapacity:diskCapacity:removeAllCachedResponses:) = skip
// uploadChunkAsync* = uploadStart: progress; uploaded: progress; assembling: progress
