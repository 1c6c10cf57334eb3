/// Hints for FilesProvider (5d31778), as described in the article "Writing a wrapper with the command".

// contents* = responseHandler: progress
// searchFiles* = foundItemHandler: progress
// storageProperties* = completionHandler: callback { volume in volume != nil ? nil : UnexplainedFailureError() }
// * = forward
