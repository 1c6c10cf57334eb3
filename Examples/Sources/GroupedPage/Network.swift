import Interception
import OldApp

/// The wrapped client that the call sites use.
///
/// An app changes only this line.
let network = InterceptingClient(NetworkTool.shared)
