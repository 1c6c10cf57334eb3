/// Hints for Nuke (c4fc70a), as described in the article "Writing a wrapper with the command".

/// ImagePipeline:
// * = client
// -> ImageTask = holds handle

/// DataLoader:
// loadData(with:didReceiveData:completion:) = didReceiveData: progress
// -> any Cancellable = holds handle
