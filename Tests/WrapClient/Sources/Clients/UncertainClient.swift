// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// Methods whose declarations are ambiguous.
///
/// The first methods are settled by hints.
public final class UncertainClient: Client, @unchecked Sendable {
    public weak var delegate: UncertainClientDelegate?
    public let users = CompletionClient(ScriptedClient())
    public let admins = CompletionClient(ScriptedClient())

    public func flag(_ path: String, done: @escaping (Bool, String?) -> Void) {
        script.send("flag") { done($1 == nil, $0) }
    }

    public func flagSendable(done: (@Sendable (Bool, String?) -> Void)?) {
        script.send("flagSendable") { done?($1 == nil, $0) }
    }

    public func maybe(completion: @escaping (Data?) -> Void) {
        script.send("maybe") { value, _ in completion(value.map { Data($0.utf8) }) }
    }

    public func ended(_ then: @escaping () -> Void) {
        script.send("ended", completion: { (_: Result<String, Error>) in then() })
    }

    public func perhapsFailed(
        success: @escaping (String) -> Void,
        failure: @escaping (Error?) -> Void
    ) {
        script.send("perhapsFailed", success: success, failure: failure)
    }

    // MARK: - Not settled

    public func change(updates: @escaping (String) -> Void) {}
    public func events(_ handler: @escaping (Event) -> Void) {}
    public func asks(shouldContinue: @escaping (String) -> Bool) {}

    public func asksPerhaps(
        shouldContinue: ((String) -> Bool)?,
        completion: @escaping (Result<String, Error>) -> Void
    ) {}

    public func perhapsResult(completion: @escaping (Result<String, Error>?) -> Void) {}
    public func message(failure: @escaping (Int) -> Void) {}
    public func onlySuccess(_ success: @escaping (String) -> Void) {}
    public func reporting(to delegate: UncertainClientDelegate) {}
    public func start(_ path: String) {}
    public func sending(_ request: CallbackRequest) {}
    public func sendingMore(_ request: UncertainRequest) {}
    public func adding(_ job: Operation) {}
    public func waiting(_ then: @escaping () -> Void) async {}
    public func request(_ path: String) -> Chain { Chain() }
    public func stream() -> AsyncStream<String> { AsyncStream { $0.finish() } }
    public func job() -> Operation { Operation() }
    public func many(_ paths: String..., completion: @escaping (Result<String, Error>) -> Void) {}
    public func owned(_ path: consuming String) async throws {}
    public func callActor(_ done: @escaping @OtherActor (String) -> Void) {}
}

public enum Event {
    case progress(Double)
    case found(String)
    case finished
}

public protocol UncertainClientDelegate: AnyObject { func ended() }

/// A request that has its callback in a property.
public final class CallbackRequest {
    public var onCompletion: ((Result<String, Error>) -> Void)?

    public init() {}
}

/// A request with an ambiguous callback in a property.
public final class UncertainRequest {
    public var onEvent: ((Event) -> Void)?

    public init() {}
}

/// A request that is built step by step.
public final class Chain {
    public func validate() -> Self { self }
    public func response(_ completion: @escaping (Result<String, Error>) -> Void) -> Self { self }
}

@globalActor
public actor OtherActor { public static let shared = OtherActor() }
