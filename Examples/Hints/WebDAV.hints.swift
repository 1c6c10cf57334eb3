/// Hints for WebDAV (770a99a), as described in the article "Writing a wrapper with the command".

// -> String = cancel: nothing
