import OldApp

/// What the call sites call: the client itself.
let network = NetworkTool.shared
