/// Hints for Alamofire (7595cbc), as described in the article "Writing a wrapper with the command".

// * = client
// -> StreamOf* = forward
// cURLDescription(), cleanup*, readyToPerform*, retryRequest* = skip
// cURLDescription(calling:), cURLDescription(on:calling:) = calling: success
// retryResult*, withAllRequests*, task* = forward
