/// Hints for FirebaseFunctions (eed63a3), as described in the article "Writing a wrapper with the command".

/// Functions:
// * = client

/// Callable:
// stream(_:) = forward
