/// Hints for Backendless (19f236c), in the format of the article "Writing a wrapper with the command".
///
/// The methods of the `rt` handlers, such as `addCreateListener`, are listeners, although they report errors, too.

// * = client
