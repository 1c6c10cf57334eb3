/// Hints for Get (3124988), as described in the article "Writing a wrapper with the command".

// makeURLRequest(for:) = forward
