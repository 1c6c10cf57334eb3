/// Hints for Networking (814da3b), as described in the article "Writing a wrapper with the command".

// events() = forward
