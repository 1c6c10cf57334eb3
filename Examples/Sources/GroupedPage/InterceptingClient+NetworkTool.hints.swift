/// What the declarations of NetworkTool do not say. Each line is a hint for wrap-client.

// get(_:success:failure:) = label: GET \(path)
// post(_:data:success:failure:) = label: POST \(path)
// download(_:success:failure:) = label: GET \(path); cancel: $0?.cancel()
