// A library of others, as they are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// What has grown for ten years: a base class whose methods are not open, with all that came into fashion.
open class Depot {
    public static let shared = Depot()

    public init() {}

    /// Static, though there is a shared object.
    public static func banner(_ fate: Fate, completion: @escaping (String?, (any Error)?) -> Void) {
        shared.order(fate) { result in completion(try? result.get(), failure(of: result)) }
    }

    public func order(
        _ fate: Fate,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        serve(
            fate,
            success: { completion(.success("order")) },
            failure: { completion(.failure($0)) }
        )
    }

    /// Calls back with 0 and the failure of the first attempt, and again with the answer of the second.
    public func stock(_ fate: Fate, handler: @escaping (Int, (any Error)?) -> Void) {
        queue.async { handler(0, Gone()) }
        serve(fate, success: { handler(42, nil) }, failure: { handler(-1, $0) })
    }

    /// Answers by a notification.
    public func loadSettings(_ fate: Fate) {
        serve(fate, success: { self.tell(nil) }, failure: { self.tell($0) })
    }

    public func tell(_ error: (any Error)?) {
        NotificationCenter.default.post(
            name: error == nil ? .depotDidLoad : .depotDidFail,
            object: self,
            userInfo: error.map { ["error": $0] }
        )
    }
}

extension Notification.Name {
    public static let depotDidLoad = Notification.Name("depot did load")
    public static let depotDidFail = Notification.Name("depot did fail")
}

/// Inherits, and adds.
open class PartnerDepot: Depot {
    public func offers(_ fate: Fate, success: (([String]) -> Void)?, failure: ((NSError) -> Void)?)
    {
        serve(fate, success: { success?(["tea"]) }, failure: { failure?($0 as NSError) })
    }
}

private func failure(of result: Result<String, any Error>) -> (any Error)? {
    if case .failure(let error) = result { error } else { nil }
}
