/// Hints for FirebaseAuth (eed63a3), in the format of the article "Writing a wrapper with the command".

/// Auth and User:
// * = client

/// Auth:
// authStateChanges, idTokenChanges = forward
