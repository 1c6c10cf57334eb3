/// Hints for ConfigCat (71eff74), in the format of the article "Writing a wrapper with the command".

// hooks = client
// get*Value(for:defaultValue:user:completion:), getAll* = completion: success
// getAnyValue(for:defaultValue:user:completion:) = completion: callback { first in first as? any Error }
// getKeyAndValue(for:completion:) = completion: callback { first in first != nil ? nil : UnexplainedFailureError() }
