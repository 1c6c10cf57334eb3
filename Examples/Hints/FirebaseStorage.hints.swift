/// Hints for FirebaseStorage (eed63a3), as described in the article "Writing a wrapper with the command".

// * = client

/// StorageReference:
// putData(_:metadata:), putFile(from:metadata:), write(toFile:) = skip
