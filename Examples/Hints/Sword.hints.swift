/// Hints for Sword (01185a2), in the format of the article "Writing a wrapper with the command".

// * = client

/// Channel:
// sword = forward
