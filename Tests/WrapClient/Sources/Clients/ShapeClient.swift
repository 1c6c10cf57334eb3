// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation
import Interception

/// Methods that need `intercept` with a closure, and requests that are objects.
public final class ShapeClient: Client, @unchecked Sendable {
    public func asks(
        shouldRetry: @escaping (Error) -> Bool,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        script.send(
            "asks",
            completion: { result in
                _ = shouldRetry(Refused("asks"))
                completion(result)
            }
        )
    }

    public func localized(
        success: @escaping (String) -> Void,
        failure: @escaping (LocalizedError) -> Void
    ) {
        script.send("localized", success: success) {
            failure($0 as? LocalizedError ?? Refused("other"))
        }
    }

    public func reversed(failure: @escaping (Error) -> Void, success: @escaping (String) -> Void) {
        script.send("reversed", success: success, failure: failure)
    }

    public func confirmed(
        success: @escaping (String) -> Bool,
        failure: @escaping (Error) -> Void
    ) {
        script.send("confirmed", success: { _ = success($0) }, failure: failure)
    }

    public func onMainWithStatus(
        success: @escaping @MainActor (String, Int) -> Void,
        failure: @escaping @MainActor (Int?, Error) -> Void
    ) {
        script.send(
            "onMainWithStatus",
            success: { value in MainActor.assumeIsolated { success(value, 200) } },
            failure: { error in MainActor.assumeIsolated { failure(500, error) } }
        )
    }

    /// Needs a hint: the request has the callbacks.
    public func start(_ parcel: Parcel) {
        script.send("start", success: { parcel.onSuccess?($0) }, failure: { parcel.onFailure($0) })
    }

    /// Needs a hint: the request has the callback in an implicitly unwrapped property.
    public func begin(_ request: UnwrappedRequest) {
        script.send("begin") { request.onEnd($0, $1) }
    }

    /// Needs a hint: the request is a value that has the callback.
    public func submit(form: Form) { script.send("submit", completion: { form.onEnd($0) }) }

    /// Needs a hint: the completion block ends the operation.
    public func add(job: Job) {
        job.request = script.send("add", completion: { (_: Result<String, Error>) in job.end() })
    }
}

/// A request that has its callbacks in properties.
public final class Parcel: @unchecked Sendable {
    public let path: String
    public var onSuccess: ((String) -> Void)?
    public var onFailure: (Error) -> Void = { _ in }

    public init(_ path: String) {
        self.path = path
    }
}

/// A request of Objective-C style.
public final class UnwrappedRequest: @unchecked Sendable {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public var onEnd: ((String?, Error?) -> Void)!

    public init() {}
}

public struct Form {
    public var fields: [String: String] = [:]
    public var onEnd: (Result<String, Error>) -> Void

    public init(onEnd: @escaping (Result<String, Error>) -> Void) {
        self.onEnd = onEnd
    }
}

/// An operation that the client ends.
public final class Job: Operation, @unchecked Sendable {
    var request: ScriptedHandle?

    func end() {
        let block = completionBlock
        completionBlock = nil
        block?()
    }

    override public func cancel() {
        super.cancel()
        request?.cancel()
    }
}

/// A protocol whose methods have typed throws.
public protocol Authorizing: Sendable {
    func token() async throws(Refused) -> String
    func revoke() async throws(Refused)
}
