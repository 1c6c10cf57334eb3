// A page load, its events and its end, as shown in Migration.md and the articles.

import Dispatch
import Foundation
import Interception
import OldKit

// snippet: page
let network = InterceptingClient(NetworkTool.shared)

do {
    try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
        network.post("feed", success: page.show, failure: page.log)  // as before
        network.post("profile", success: page.show, failure: page.log)  // as before
    }
    page.appear()  // both requests have finished, and their callbacks have returned
} catch let error as RequestGroupError {
    page.explain(error.failures)  // every failure, with its label and error, in issue order
}
// end: page

// snippet: callback form
withRequestGroup("home page") {
    network.post("feed", success: page.show, failure: page.log)
    network.post("profile", success: page.show, failure: page.log)
} success: {
    page.appear()
} failure: { failures in
    page.explain(failures)
}
// end: callback form

// snippet: timeline
let timeline = RequestTimeline()
try await withRequestGroup("home page", options: .observer(timeline)) {
    network.post("feed", success: page.show, failure: page.log)
}
print(timeline.recording.text())  // or .svg() for a page, or .traceEvents() for Perfetto
// end: timeline

// The text of the article *See it* contains these two calls.
try await withRequestGroup("home page", options: .onProgress { progress in print(progress) }) {
    network.post("feed", success: page.show, failure: page.log)
}
let watched = InterceptionSettings { $0.onUngroupedRequest = { print($0, $0.callStack) } }

// snippet: stall
let patience = RequestGroupOption.onStall(after: .seconds(10)) { stall in print(stall) }
let whole = Progress(totalUnitCount: 10)
let share = RequestGroupOption.progress(childOf: whole, pendingUnitCount: 3)
try await withRequestGroup("home page", options: patience, share) {
    network.post("feed", success: page.show, failure: page.log)
}
// end: stall

// snippet: end of a group
do {
    let title = try await withRequestGroup("page", options: .timeout(.seconds(5))) { group in
        network.post("feed", success: nil, failure: nil)
        network.post("profile", success: nil, failure: nil)
        print(group)  // page: 0 of 2 finished, waiting for POST feed, POST profile
        return "Home"
    }
    print(title)  // all requests have succeeded
} catch let error as RequestGroupError {
    print(error.code)  // requests failed, timed out, or cancelled
    for failure in error.causes { print(failure.label, failure.reason, failure.error) }
} catch is CancellationError {
    // requests were cancelled, and none has failed
} catch {
    print(error)  // the error of the body
}
// end: end of a group
