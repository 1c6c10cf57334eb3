/// Hints for Bluejay (cf394b9), in the format of the article "Writing a wrapper with the command".

/// Bluejay:
// disconnect(immediate:completion:) = completion: callback { first in if case .failure(let error) = first { error } else { nil } }

/// SynchronizedPeripheral:
// (R) = forward
