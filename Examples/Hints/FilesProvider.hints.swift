/// Hints for FilesProvider (5d31778), in the format of the article "Writing a wrapper with the command".

// contents* = responseHandler: progress
// searchFiles* = foundItemHandler: progress
// storageProperties* = completionHandler: callback { volume in volume != nil ? nil : UnexplainedFailureError() }
// * = forward
