/// The labels and the cancel handler for the wrapper of NetworkTool. Each line below is a hint for wrap-client.

// get(_:success:failure:) = label: GET \(path)
// post(_:data:success:failure:) = label: POST \(path)
// download(_:success:failure:) = label: GET \(path); cancel: $0?.cancel()
