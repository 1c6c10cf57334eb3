/// Hints for FirebaseFunctions (eed63a3), in the format of the article "Writing a wrapper with the command".

/// Functions:
// * = client

/// Callable:
// stream(_:) = forward
