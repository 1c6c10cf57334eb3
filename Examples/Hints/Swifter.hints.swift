/// Hints for Swifter (f6888d6), as described in the article "Writing a wrapper with the command".

// client = forward
