/// Hints for Networking (814da3b), in the format of the article "Writing a wrapper with the command".
///
/// An actor whose methods return a `Result`. A request whose method returns a failure fails in its group.

// events() = forward
