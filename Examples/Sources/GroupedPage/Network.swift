import Interception
import OldApp

/// What the call sites call: the client, wrapped.
///
/// This line is what an app changes.
let network = InterceptingClient(NetworkTool.shared)
