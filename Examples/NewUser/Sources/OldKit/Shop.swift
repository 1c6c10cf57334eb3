// An unmodified third-party library.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// A base class with a callback for success and failure, whose method is not open.
open class Shop {
    let fate: Fate

    public init(_ fate: Fate) { self.fate = fate }

    public func find(_ words: String, completion: @escaping ([String]?, (any Error)?) -> Void) {
        serve(fate, success: { completion([words], nil) }, failure: { completion(nil, $0) })
    }
}

/// A subclass with a method of its own.
public final class PartnerShop: Shop {
    public func offers(completion: @escaping ([String]?, (any Error)?) -> Void) {
        find("offers", completion: completion)
    }
}

/// A client with a usual method, and with a method that calls back twice.
public final class OldTool {
    private let fate: Fate

    public init(_ fate: Fate) { self.fate = fate }

    public func fetch(
        _ path: String,
        success: @escaping (String) -> Void,
        failure: @escaping (any Error) -> Void
    ) {
        serve(fate, success: { success("an answer to \(path)") }, failure: failure)
    }

    /// Calls back with 0 and the failure of the first attempt, and again with the answer of the second.
    public func stock(of item: String, handler: @escaping (Int, (any Error)?) -> Void) {
        queue.async { handler(0, Gone()) }
        serve(fate, success: { handler(42, nil) }, failure: { handler(-1, $0) })
    }
}

/// A client with a static and an instance method; the path is the name of the request's fate.
public final class OldAPI: Sendable {
    public static let shared = OldAPI()

    public static func load(
        _ path: String,
        completion: @escaping (Result<Data, any Error>) -> Void
    ) {
        shared.send(path, completion: completion)
    }

    public func send(
        _ path: String,
        completion: @escaping (Result<Data, any Error>) -> Void
    ) {
        serve(
            Fate(rawValue: path) ?? .failed,
            success: { completion(.success(Data())) },
            failure: { completion(.failure($0)) }
        )
    }
}

/// A client that is a structure of closures, and has another client in a property.
public struct Weather {
    public var today: (String, @escaping (Int?, (any Error)?) -> Void) -> Void
    public var maps: Maps

    public init(_ fate: Fate) {
        today = { _, done in serve(fate, success: { done(20, nil) }, failure: { done(nil, $0) }) }
        maps = Maps(fate: fate)
    }
}

public struct Maps {
    let fate: Fate

    public func tile(_ number: Int, completion: @escaping (Data?, (any Error)?) -> Void) {
        serve(fate, success: { completion(Data(), nil) }, failure: { completion(nil, $0) })
    }
}

/// A client that answers with a notification.
public final class Settings: Sendable {
    private let fate: Fate

    public init(_ fate: Fate) { self.fate = fate }

    public func load() {
        serve(fate, success: { self.postEnd(nil) }, failure: { self.postEnd($0) })
    }

    public func postEnd(_ error: (any Error)?) {
        NotificationCenter.default.post(
            name: error == nil ? .settingsDidLoad : .settingsDidFail,
            object: self,
            userInfo: error.map { ["error": $0] }
        )
    }
}

extension Notification.Name {
    public static let settingsDidLoad = Notification.Name("settings did load")
    public static let settingsDidFail = Notification.Name("settings did fail")
}
