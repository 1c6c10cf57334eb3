/// Hints for ParseLiveQuery (4540161), as described in the article "Writing a wrapper with the command".

/// Client:
// subscribe(_:subclassType:) = client
