/// Hints for Soundcloud (0931de9), in the format of the article "Writing a wrapper with the command".

/// Track and Playlist:
// createdBy = client
