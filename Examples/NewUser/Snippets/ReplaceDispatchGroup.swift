// From a `DispatchGroup` that is entered and left by hand to a request group.

import Dispatch
import Interception

let plain = NetworkTool.shared
let network = InterceptingClient(NetworkTool.shared)

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
    // Before: after a timeout there is no answer, and no name of a late request.
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

// MARK: - What the app had before

/// An old client, as apps have it, which knows nothing of groups.
final class NetworkTool: Sendable {
    static let shared = NetworkTool()

    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {}
}

extension InterceptingClient<NetworkTool> {
    func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}

enum ReportError: Error {
    case late
}

func useServices(_ answer: Any) {}
func useCurrencies(_ answer: Any) {}
