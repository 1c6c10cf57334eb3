/// Hints for nRF Connect Device Manager (54e9b8a), as described in the article "Writing a wrapper with the command".

// (_, Error?) = callback { response, error in error ?? response?.getError() }
// transport = client

/// ImageManager, SuitManager and FileSystemManager:
// upload* = skip

/// FileSystemManager:
// download* = skip
