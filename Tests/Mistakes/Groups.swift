// error: cannot pass array of type '[RequestGroupOption]' as variadic arguments of type 'RequestGroupOption'
// error: global function 'withBlockingRequestGroup' is unavailable from asynchronous contexts; Blocks its thread; use withRequestGroup.
// error: invalid conversion from throwing function of type '() throws -> ()' to non-throwing function type '() -> Void'
// error: cannot pass function of type '() async throws -> ()' to parameter expecting synchronous function type
// error: 'async' call in a function that does not support concurrency
// error: type 'NetworkCall' does not conform to the 'Sendable' protocol
// error: missing argument for parameter #3 in call
// further error: cannot convert value of type '@Sendable () -> Void' to expected argument type 'String'

import Dispatch
import Interception

func arrayOfOptions(
    network: InterceptingClient<NetworkTool>
) async throws {
    #if MISTAKE
    let options = [RequestGroupOption.limit(3), .failFast]
    try await withRequestGroup(options: options) {
        network.post("feed", success: nil, failure: nil)
    }
    #else
    let options: RequestGroupOption = [.limit(3), .failFast]
    try await withRequestGroup(options: options) {
        network.post("feed", success: nil, failure: nil)
    }
    #endif
}

func blockingATask(network: InterceptingClient<NetworkTool>) async throws {
    #if MISTAKE
    try withBlockingRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
    #else
    try await withRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
    #endif
}

func path() throws -> String { "feed" }

func bodyThatThrows(network: InterceptingClient<NetworkTool>) {
    #if MISTAKE
    withRequestGroup("home page") {
        network.post(try path(), success: nil, failure: nil)
    } success: {
    } failure: { _ in
    }
    withRequestGroup("home page") {
        try await Task.sleep(for: .seconds(1))
    } completion: { _ in
    }
    #else
    Task { try await withRequestGroup("home page") { try await Task.sleep(for: .seconds(1)) } }
    withRequestGroup("home page") {
        network.post(try path(), success: nil, failure: nil)
    } completion: { _ in
    }
    #endif
}

func notAsynchronousYet(network: InterceptingClient<NetworkTool>) throws {
    #if MISTAKE
    try withRequestGroup("home page") { network.post("feed", success: nil, failure: nil) }
    #else
    withRequestGroup("home page") {
        network.post("feed", success: nil, failure: nil)
    } completion: { _ in
    }
    #endif
}

func valueOfTheBody(network: InterceptingClient<NetworkTool>) {
    withRequestGroup("home page") {
        #if MISTAKE
        network.get("feed") { _, _ in }
        #else
        _ = network.get("feed") { _, _ in }
        #endif
    } completion: { _ in
    }
}

func capturedFunction(on queue: DispatchQueue, work: @escaping @Sendable () -> Void) {
    #if MISTAKE
    queue.async(execute: CapturedGroup.capturing(work))
    #else
    queue.async(execute: CapturedGroup.capturing { work() })
    #endif
}
