/// Hints for Parse-Swift (3d4bb13), as described in the article "Writing a wrapper with the command".

/// ParseFile:
// fetch*, save* = forward

/// Query:
// exclude*, fields*, include*, order*, select*, where* = skip
