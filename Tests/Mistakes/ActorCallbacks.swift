// error: converting function value of type '@MainActor @Sendable (Any) -> Void' to '@Sendable (Any) -> Void' loses global actor 'MainActor'
// error: converting function value of type '@Disk @Sendable (Any) -> Void' to '@Sendable (Any) -> Void' loses global actor 'Disk'
// warning: passing non-Sendable parameter 'success' to function expecting a '@Sendable' closure
// swiftc: -swift-version 5
// warning: converting function value of type '@MainActor (Any) -> Void' to '(Any) -> Void' loses global actor 'MainActor'; this is an error in the Swift 6 language mode
// warning: converting function value of type '@Disk (Any) -> Void' to '(Any) -> Void' loses global actor 'Disk'; this is an error in the Swift 6 language mode

import Interception

@globalActor actor Disk { static let shared = Disk() }

extension InterceptingClient<NetworkTool> {
    func show(_ path: String, success: @escaping @MainActor (Any) -> Void) {
        #if MISTAKE
        intercept("x", .success(success)) { base.show(path, success: $0) }
        #else
        intercept("x", .success(onMain: success)) { base.show(path, success: $0) }
        #endif
    }

    func read(_ path: String, success: @escaping @Disk (Any) -> Void) {
        #if MISTAKE
        intercept("x", .success(success)) { base.read(path, success: $0) }
        #else
        intercept("x") { call in
            base.read(path) { value in call.answer(nil) { success(value) } }
        }
        #endif
    }

    func list(
        _ path: String,
        success: @escaping ([String]) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        #if MISTAKE
        intercept("x", .success(onMain: success), .failure(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #else
        intercept("x", .success(success), .failure(failure)) { success, failure in
            base.list(path, success: success, failure: failure)
        }
        #endif
    }
}

extension NetworkTool {
    func read(_ path: String, success: @escaping @Disk (Any) -> Void) {}
}
