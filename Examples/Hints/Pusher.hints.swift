/// Hints for Pusher (9ba0bda), in the format of the article "Writing a wrapper with the command".

// * = client

/// Pusher:
// connect(), disconnect() = skip

/// PusherConnection:
// connect(), disconnect(), handle*, webSocket* = skip
// sendEvent(event:data:channel:) = forward
