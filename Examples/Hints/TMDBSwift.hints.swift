/// Hints for TMDBSwift (6f2b3ad), in the format of the article "Writing a wrapper with the command".

/// MovieService:
// fetch* = completion: callback { first in first != nil ? nil : UnexplainedFailureError() }
// fetchImages(for:languages:completion:) = completion: success
