// From operations, a group request that swizzles the client, and a `DispatchGroup` to request groups.

import Dispatch
import Interception
import OldKit

let plain = NetworkTool.shared
let network = InterceptingClient(NetworkTool.shared)

// snippet: operations
// Before: a subclass of Operation for each kind of request, with isExecuting and isFinished by hand.
//
//     queue.maxConcurrentOperationCount = 3
//     let loads = paths.map { PostOperation(path: $0) }
//     let end = BlockOperation { page.appear() }
//     for load in loads { end.addDependency(load) }
//     queue.addOperations(loads + [end], waitUntilFinished: false)

// After
let group = withRequestGroup("images", options: .limit(3)) {
    for path in paths { network.post(path, success: page.show, failure: page.report) }
} completion: { _ in
    page.appear()
}
// end: operations

// snippet: swizzled group
// Before, in Objective-C:
//
//     [NetworkTool.sharedTool sendGroupPostRequest:^{
//         [NetworkTool.sharedTool post:@"feed" success:showFeed failure:report];
//         [NetworkTool.sharedTool post:@"profile" success:showProfile failure:report];
//     } success:^{
//         [page appear];
//     } failure:^(NSArray<NSError *> *errors) {
//         [page explain:errors];
//     }];

// After
withRequestGroup("home page") {
    network.post("feed", success: page.showFeed, failure: page.report)
    network.post("profile", success: page.showProfile, failure: page.report)
} success: {
    page.appear()
} failure: { failures in
    page.explain(failures.map(\.error))
}
// end: swizzled group

// snippet: notify
@MainActor
struct Configuration {
    // Before: an enter for each request, a leave in each callback, a variable for each error.
    func fetchByHand(completion: @escaping @MainActor ((any Error)?) -> Void) {
        let group = DispatchGroup()
        var servicesError: (any Error)?
        group.enter()
        plain.post("services") { answer in
            useServices(answer)
            group.leave()
        } failure: { error in
            servicesError = error
            group.leave()
        }
        // and so on, for each request
        group.notify(queue: .main) { completion(servicesError) }
    }

    // After
    func fetch(completion: @escaping @MainActor ((any Error)?) -> Void) {
        withRequestGroup("configuration") {
            network.post("services", success: useServices, failure: nil)
            network.post("currencies", success: useCurrencies, failure: nil)
        } success: {
            completion(nil)
        } failure: { failures in
            completion(failures.first?.error)
        }
    }
}
// end: notify

// snippet: wait
// On a thread of your own, in a script or a worker.
func makeReports() throws {
    // Before: a timeout gives neither the answers nor the names of the late requests.
    let group = DispatchGroup()
    group.enter()
    plain.post("report", success: { _ in group.leave() }, failure: { _ in group.leave() })
    if group.wait(timeout: .now() + 5) == .timedOut { throw ReportError.late }

    // After: throws every failure, with the labels of the late requests.
    try withBlockingRequestGroup("reports", options: .timeout(.seconds(5))) {
        network.post("report", success: nil, failure: nil)
    }
}
// end: wait

// MARK: - The app without groups

enum ReportError: Error {
    case late
}

nonisolated var paths: [String] { ["1.png", "2.png", "3.png", "4.png"] }
func useServices(_ answer: Any) {}
func useCurrencies(_ answer: Any) {}
