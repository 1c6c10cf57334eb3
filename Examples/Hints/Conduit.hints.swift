/// Hints for Conduit (4ab136f), in the format of the article "Writing a wrapper with the command".

/// OAuth2RequestPipelineMiddleware:
// refreshStrategyFactory = client

/// URLSessionClient, DataDownloader and ImageDownloader:
// -> SessionTaskProxyType = holds handle
