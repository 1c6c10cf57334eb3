// Code that does not propagate the current group, and ways to propagate it.

import Dispatch
import Interception
import OldKit

let network = InterceptingClient(NetworkTool.shared)
let queue = DispatchQueue(label: "parsing")

// snippet: captured group
withRequestGroup("home page") {
    // Lost: code on the queue is in no group, so the request joins no group.
    queue.async { network.post("feed", success: nil, failure: nil) }

    // Captured: the request joins the group, which stays open until the closure has run.
    queue.async(
        execute: CapturedGroup.capturing { network.post("feed", success: nil, failure: nil) }
    )
} completion: { _ in
}
// end: captured group

// snippet: outside any group
withoutRequestGroup {
    network.post("analytics", success: nil, failure: nil)  // the page does not wait for it
}
// end: outside any group
