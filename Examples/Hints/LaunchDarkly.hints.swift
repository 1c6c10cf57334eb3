/// Hints for LaunchDarkly (9fc3e15), in the format of the article "Writing a wrapper with the command".

// (IdentifyResult) = callback { result in switch result { case .error, .timeout: UnexplainedFailureError(); default: nil } }
// start(config:context:startWaitSeconds:completion:) = completion: callback { timedOut in timedOut ? UnexplainedFailureError() : nil }
