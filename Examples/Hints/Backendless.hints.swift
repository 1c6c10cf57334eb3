/// Hints for Backendless (19f236c), as described in the article "Writing a wrapper with the command".

// * = client
