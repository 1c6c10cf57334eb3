/// Hints for SwiftHTTP 3.0.1, in the format of the article "Writing a wrapper with the command".

// globalAuth(_:), New* = forward
// run(_:) = forward if: completionHandler == nil
// -> HTTP? = holds handle
