/// Hints for FirebaseAuth (eed63a3), as described in the article "Writing a wrapper with the command".

/// Auth and User:
// * = client

/// Auth:
// authStateChanges, idTokenChanges = forward
