/// Hints for Kingfisher (410984b), as described in the article "Writing a wrapper with the command".

/// ImageDownloader:
// -> DownloadTask = holds handle

/// ImageCache:
// imageCachedTypeAsync* = completionHandler: success

/// KingfisherManager:
// cache, downloader = client
// -> DownloadTask = holds handle
