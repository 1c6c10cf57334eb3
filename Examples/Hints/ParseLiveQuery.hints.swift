/// Hints for ParseLiveQuery (4540161), in the format of the article "Writing a wrapper with the command".

/// Client:
// subscribe(_:subclassType:) = client
