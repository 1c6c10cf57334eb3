/// Hints for SwiftyBluetooth (d156685), in the format of the article "Writing a wrapper with the command".

/// Central:
// asyncState(completion:) = completion: success
// scanForPeripherals* = completion: callback { first in if case .scanStopped(_, let error) = first { error } else { nil } }; completion: progress if { first in switch first { case .scanResult, .scanStarted: true; default: false } }
