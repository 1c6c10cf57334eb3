/// Hints for SwiftPhoenixClient (2ea54b4), as described in the article "Writing a wrapper with the command".

// * = client

/// Socket:
// remove(_:) = forward

/// Push:
// delegateReceive(_:to:callback:), receive(_:callback:) = forward

/// Presence:
// filter(_:by:), filter(by:) = forward
