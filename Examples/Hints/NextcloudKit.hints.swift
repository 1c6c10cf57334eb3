/// Hints for NextcloudKit (6d21f12), as described in the article "Writing a wrapper with the command".

// * = client
// setup(groupIdentifier:delegate:memoryCapacity:diskCapacity:removeAllCachedResponses:) = skip
// uploadChunkAsync* = uploadStart: progress; uploaded: progress; assembling: progress
