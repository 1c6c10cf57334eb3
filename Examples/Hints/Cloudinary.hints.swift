/// Hints for Cloudinary (ea94096), as described in the article "Writing a wrapper with the command".

// * = client
// progress(_:) = forward
