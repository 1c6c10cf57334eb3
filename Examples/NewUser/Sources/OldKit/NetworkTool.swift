// The client of most snippets, its wrapper, and a page.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Dispatch
import Interception

/// An old client, which does not use groups.
open class NetworkTool: @unchecked Sendable {
    public static let shared = NetworkTool(.answered)

    private let fate: Fate

    public init(_ fate: Fate = .answered) { self.fate = fate }

    open func get(
        _ path: String,
        success: ((String) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        DispatchQueue.main.async { [fate] in
            fate == .answered ? success?("an answer to \(path)") : failure?(Gone())
        }
    }

    open func post(_ path: String, success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        get(path, success: success, failure: failure)
    }
}

extension InterceptingClient<NetworkTool> {
    public func get(
        _ path: String,
        success: ((String) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept("GET \(path)", .success(success), .failure(failure)) { success, failure in
            base.get(path, success: success, failure: failure)
        }
    }

    public func post(
        _ path: String,
        success: ((Any) -> Void)?,
        failure: ((any Error) -> Void)?
    ) {
        intercept("POST \(path)", .success(success), .failure(failure)) { success, failure in
            base.post(path, success: success, failure: failure)
        }
    }
}

/// The page that is loaded.
public struct Page: Sendable {
    public init() {}

    public func show(_ answer: Any) {}
    public func show(_ feed: Any, _ profile: Any) {}
    public func showFeed(_ answer: Any) {}
    public func showProfile(_ answer: Any) {}
    public func log(_ error: any Error) {}
    public func report(_ error: any Error) {}
    public func explain(_ failures: [Any]) {}
    public func appear() {}
}

public var page: Page { Page() }
