/// Hints for nRF Connect Device Manager (54e9b8a), in the format of the article "Writing a wrapper with the command".
///
/// A device may answer with a code of a failure. Without the hint, this counts as a success.

// (_, Error?) = callback { response, error in error ?? response?.getError() }
// transport = client

/// ImageManager, SuitManager and FileSystemManager:
// upload* = skip

/// FileSystemManager:
// download* = skip
