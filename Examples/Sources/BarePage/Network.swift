import OldApp

/// The client that the call sites use, without a wrapper.
let network = NetworkTool.shared
