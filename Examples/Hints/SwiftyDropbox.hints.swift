/// Hints for SwiftyDropbox (461a73d), in the format of the article "Writing a wrapper with the command".

// client = forward
// * = client

/// DropboxClient:
// accessTokenProvider = forward
// getAllRequests(completion:) = completion: success

/// FilesRoutes:
// -> BatchUploadTask = holds handle
// batchUploadFiles* = responseBlock: callback { _, error, errors in error.map { FilesRoutesBatchUploadError(value: $0) } ?? errors.values.first.map { _ in UnexplainedFailureError() } }
