/// Hints for SwiftyHue (513d0ee), in the format of the article "Writing a wrapper with the command".

/// SwiftyHue:
// * = client
// setBridgeAccessConfig* = skip

/// BridgeSendAPI:
// create*, recall*, remove*, set*, update* = completionHandler: callback { errors in errors?.first }
// createSceneWithName* = completionHandler: callback { _, errors in errors?.first }

/// BridgeAuthenticator and BridgeFinder:
// start() = skip
