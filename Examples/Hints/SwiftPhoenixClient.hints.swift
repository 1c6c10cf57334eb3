/// Hints for SwiftPhoenixClient (2ea54b4), in the format of the article "Writing a wrapper with the command".
///
/// A `Push` reports each status to a `receive` of its own, of which only one is called. Write `push`, `join` and
/// `leave` by hand: answer the request in a `receive` for each of `ok`, `error` and `timeout`.

// * = client

/// Socket:
// remove(_:) = forward

/// Push:
// delegateReceive(_:to:callback:), receive(_:callback:) = forward

/// Presence:
// filter(_:by:), filter(by:) = forward
