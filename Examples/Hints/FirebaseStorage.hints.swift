/// Hints for FirebaseStorage (eed63a3), in the format of the article "Writing a wrapper with the command".

// * = client

/// StorageReference:
// putData(_:metadata:), putFile(from:metadata:), write(toFile:) = skip
