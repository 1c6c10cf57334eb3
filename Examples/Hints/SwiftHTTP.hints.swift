/// Hints for SwiftHTTP 3.0.1, as described in the article "Writing a wrapper with the command".

// globalAuth(_:), New* = forward
// run(_:) = forward if: completionHandler == nil
// -> HTTP? = holds handle
