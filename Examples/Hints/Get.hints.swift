/// Hints for Get (3124988), in the format of the article "Writing a wrapper with the command".
///
/// An actor. The wrapper takes a closure such as `configure` as `sending`, and requires a `Sendable` result.

// makeURLRequest(for:) = forward
