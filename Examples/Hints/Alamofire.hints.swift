/// Hints for Alamofire (7595cbc), in the format of the article "Writing a wrapper with the command".
///
/// `validate`, `onHTTPResponse` and `cancel(byProducingResumeData:)` are steps of the chain, not requests. The task
/// that `serializingDecodable` returns needs a wrapper of its own. In language mode 6, the deprecated `responseJSON`
/// does not compile, because `Any` is not `Sendable`: add the hint `responseJSON* = skip`.

// * = client
// -> StreamOf* = forward
// cURLDescription(), cleanup*, readyToPerform*, retryRequest* = skip
// cURLDescription(calling:), cURLDescription(on:calling:) = calling: success
// retryResult*, withAllRequests*, task* = forward
