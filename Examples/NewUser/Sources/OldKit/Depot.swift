// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// A base class that has grown for ten years, with methods that are not open and in several styles.
open class Depot {
    public static let shared = Depot()

    public init() {}

    /// A static method beside a shared instance.
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

    /// Answers with a notification.
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

/// A subclass with a method of its own.
open class PartnerDepot: Depot {
    public func offers(_ fate: Fate, success: (([String]) -> Void)?, failure: ((NSError) -> Void)?)
    {
        serve(fate, success: { success?(["tea"]) }, failure: { failure?($0 as NSError) })
    }
}

private func failure(of result: Result<String, any Error>) -> (any Error)? {
    if case .failure(let error) = result { error } else { nil }
}
