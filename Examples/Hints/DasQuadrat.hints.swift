/// Hints for Das Quadrat (0c50224), in the format of the article "Writing a wrapper with the command".

// * = client
// -> Task = cancel: $0.cancel()
