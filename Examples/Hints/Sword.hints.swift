/// Hints for Sword (01185a2), as described in the article "Writing a wrapper with the command".

// * = client

/// Channel:
// sword = forward
