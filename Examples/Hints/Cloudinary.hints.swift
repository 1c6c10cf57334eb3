/// Hints for Cloudinary (ea94096), in the format of the article "Writing a wrapper with the command".

// * = client
// progress(_:) = forward
