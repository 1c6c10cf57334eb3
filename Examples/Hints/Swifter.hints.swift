/// Hints for Swifter (f6888d6), in the format of the article "Writing a wrapper with the command".

// client = forward
