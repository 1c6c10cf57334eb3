/// Hints for SignalR (ca47dff), in the format of the article "Writing a wrapper with the command".
///
/// `start()` reports to the delegate. The server ends a cancelled `stream`, so its request ends after its
/// `invocationDidComplete`.

/// HubConnection:
// -> StreamHandle = cancel: base.cancelStreamInvocation(streamHandle: $0, cancelDidFail: { _ in }); holds handle
// cancelStreamInvocation(streamHandle:cancelDidFail:) = forward

/// HubConnection and HttpConnection:
// start() = skip

/// Transport:
// close(), start(url:options:) = forward

/// HubConnectionBuilder:
// build() = client
// withHubConnectionDelegate(delegate:) = skip
