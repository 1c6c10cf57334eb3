/// Hints for Flagsmith (bb8564b), as described in the article "Writing a wrapper with the command".

// flagStream = forward
