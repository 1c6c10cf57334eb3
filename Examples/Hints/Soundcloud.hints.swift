/// Hints for Soundcloud (0931de9), as described in the article "Writing a wrapper with the command".

/// Track and Playlist:
// createdBy = client
