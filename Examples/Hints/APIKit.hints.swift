/// Hints for APIKit (1a5e7ae), as described in the article "Writing a wrapper with the command".

// adapter = forward
