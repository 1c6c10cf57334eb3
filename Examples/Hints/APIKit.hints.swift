/// Hints for APIKit (1a5e7ae), in the format of the article "Writing a wrapper with the command".

// adapter = forward
