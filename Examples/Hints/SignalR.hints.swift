/// Hints for SignalR (ca47dff), as described in the article "Writing a wrapper with the command".

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
