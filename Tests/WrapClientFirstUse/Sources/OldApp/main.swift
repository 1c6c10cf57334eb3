import Foundation
import Interception

// The unchanged calls of the app. The program prints the number of requests and the failed requests.
let outcome = await withRequestGroupOutcome("page") { group in
    network.get("get", success: { _ in }, failure: nil)
    network.post("post", params: ["a": 1], success: { _ in }, failure: { _ in })
    network.upload(Data(), uploadProgress: { _ in }, success: {}, failure: { _ in })
    network.download("download") { _, _ in }
    network.login(user: "u", password: "p", onSuccess: { _ in }, onError: { _ in })
    network.retrying("retrying", shouldRetry: { _, _ in false }, completion: { _ in })
    _ = try await network.profile(1)
    network.with(header: "Accept", "*").legacy("legacy") { _, _ in }
    loader.load("load") { _ in }
    return group
}
let group = try outcome.body.get()
let failed = outcome.failures.map(\.label).joined(separator: ", ")
print("\(group.progress.total) in the group, failed: \(failed)")
