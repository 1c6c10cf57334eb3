/// Hints for Nuke (c4fc70a), in the format of the article "Writing a wrapper with the command".

/// ImagePipeline:
// * = client
// -> ImageTask = holds handle

/// DataLoader:
// loadData(with:didReceiveData:completion:) = didReceiveData: progress
// -> any Cancellable = holds handle
