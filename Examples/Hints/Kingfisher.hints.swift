/// Hints for Kingfisher (410984b), in the format of the article "Writing a wrapper with the command".
///
/// If you subclass `ImageDownloader`, leave `KingfisherManager` bare.

/// ImageDownloader:
// -> DownloadTask = holds handle

/// ImageCache:
// imageCachedTypeAsync* = completionHandler: success

/// KingfisherManager:
// cache, downloader = client
// -> DownloadTask = holds handle
