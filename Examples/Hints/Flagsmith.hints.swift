/// Hints for Flagsmith (bb8564b), in the format of the article "Writing a wrapper with the command".

// flagStream = forward
