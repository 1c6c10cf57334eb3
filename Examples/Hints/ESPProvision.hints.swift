/// Hints for ESPProvision (49d1b5f), in the format of the article "Writing a wrapper with the command".
///
/// `provision` answers first with `configApplied`, which the hint counts as progress.

/// ESPDevice:
// espSoftApTransport = client
// (ESPSessionStatus) = callback { first in if case .failedToConnect(let error) = first { error } else { nil } }
// provision* = completionHandler: callback { first in if case .failure(let error) = first { error } else { nil } }; completionHandler: progress if { first in switch first { case .configApplied: true; default: false } }
// wifiConnectedIp4Addr() = forward
// disconnect() = skip

/// ESPProvisionManager:
// scanQRCode* = scanStatus: progress
