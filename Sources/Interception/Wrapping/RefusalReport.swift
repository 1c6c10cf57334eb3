import Foundation

/// How a request that is not started tells its caller so, through the caller's own callback.
///
/// It is made from the callback, by the role that the callback plays:
///
/// ```swift
/// intercept("upload", onRefusal: .completion(onMain: completion)) { call in
///     base.upload(file, completion: call.completion(onMain: completion))
/// }
/// ```
///
/// A callback whose types cannot tell the reason is not called, and neither is `nil`: then only the group and its
/// observers hear of the refusal.
public struct RefusalReport {
    let report: (any Error) -> Void
    /// Whether it has to be made on the main actor.
    let isOnMain: Bool

    @usableFromInline
    init(isOnMain: Bool = false, _ report: @escaping (any Error) -> Void) {
        self.report = report
        self.isOnMain = isOnMain
    }

    /// Reports a refusal through several callbacks in order, and leaves out each that is `nil`.
    public static func each(_ reports: RefusalReport?...) -> RefusalReport? {
        let reports = reports.compactMap(\.self)
        if reports.isEmpty { return nil }
        return RefusalReport(isOnMain: reports.contains(where: \.isOnMain)) { reason in
            for report in reports { report.report(reason) }
        }
    }

    /// Calls the callback that the client always calls last.
    public static func finished(_ callback: (() -> Void)?) -> RefusalReport? {
        callback.map { callback in RefusalReport { _ in callback() } }
    }

    /// Calls the main-actor callback that the client always calls last.
    @preconcurrency
    public static func finished(onMain callback: (@MainActor () -> Void)?) -> RefusalReport? {
        onMain(callback) { callback, _ in callback() }
    }

    /// Reports through a failure callback.
    public static func failure(_ callback: ((any Error) -> Void)?) -> RefusalReport? {
        callback.map { RefusalReport($0) }
    }

    /// Reports through a failure callback with an error of one type.
    public static func failure<Failure: Error>(_ callback: ((Failure) -> Void)?) -> RefusalReport? {
        callback.map { callback in
            RefusalReport { reason in
                if let error = reason.converted(to: Failure.self) { callback(error) }
            }
        }
    }

    /// Reports through a failure callback with an error or `nil`.
    public static func failure<Failure: Error>(
        _ callback: ((Failure?) -> Void)?
    ) -> RefusalReport? {
        // Not with `nil`, which would say nothing.
        failure(callback.map { callback in { (error: Failure) in callback(error) } })
    }

    /// Reports through a completion with a `Result`, or with an error or `nil`.
    public static func completion<Outcome: FailureReporting>(
        _ callback: ((Outcome) -> Void)?
    ) -> RefusalReport? {
        callback.map { callback in
            RefusalReport { reason in
                if let outcome = Outcome.reporting(reason) { callback(outcome) }
            }
        }
    }

    /// Reports through a completion with no value, and an error.
    public static func completion<Value, Outcome: FailureReporting>(
        _ callback: ((Value?, Outcome) -> Void)?
    ) -> RefusalReport? {
        completion(callback.map { callback in { (outcome: Outcome) in callback(nil, outcome) } })
    }

    /// Reports through a completion with no value, no response, and an error.
    public static func completion<Value, Response, Outcome: FailureReporting>(
        _ callback: ((Value?, Response?, Outcome) -> Void)?
    ) -> RefusalReport? {
        completion(
            callback.map { callback in { (outcome: Outcome) in callback(nil, nil, outcome) } }
        )
    }
}

// MARK: - On the main actor

extension RefusalReport {
    /// Reports through a main-actor failure callback with an error of one type, or of any.
    @preconcurrency
    public static func failure<Failure: Error>(
        onMain callback: (@MainActor (Failure) -> Void)?
    ) -> RefusalReport? {
        onMain(callback) { callback, reason in
            if let error = reason.converted(to: Failure.self) { callback(error) }
        }
    }

    /// Reports through a main-actor failure callback with an error or `nil`.
    @preconcurrency
    public static func failure<Failure: Error>(
        onMain callback: (@MainActor (Failure?) -> Void)?
    ) -> RefusalReport? {
        onMain(callback) { callback, reason in
            if let error = reason.converted(to: Failure.self) { callback(error) }
        }
    }

    /// Reports through a main-actor completion with a `Result`, or with an error or `nil`.
    @preconcurrency
    public static func completion<Outcome: FailureReporting>(
        onMain callback: (@MainActor (Outcome) -> Void)?
    ) -> RefusalReport? {
        onMain(callback) { callback, reason in
            if let outcome = Outcome.reporting(reason) { callback(outcome) }
        }
    }

    /// Reports through a main-actor completion with no value, and an error.
    @preconcurrency
    public static func completion<Value, Outcome: FailureReporting>(
        onMain callback: (@MainActor (Value?, Outcome) -> Void)?
    ) -> RefusalReport? {
        onMain(callback) { callback, reason in
            if let outcome = Outcome.reporting(reason) { callback(nil, outcome) }
        }
    }

    /// Reports through a main-actor completion with no value, no response, and an error.
    @preconcurrency
    public static func completion<Value, Response, Outcome: FailureReporting>(
        onMain callback: (@MainActor (Value?, Response?, Outcome) -> Void)?
    ) -> RefusalReport? {
        onMain(callback) { callback, reason in
            if let outcome = Outcome.reporting(reason) { callback(nil, nil, outcome) }
        }
    }

    private static func onMain<Callback>(
        _ callback: Callback?,
        _ report: @escaping @MainActor (Callback, any Error) -> Void
    ) -> RefusalReport? {
        guard let callback else { return nil }
        // Safe: it came from a caller that handed it to the main actor, where it is called.
        nonisolated(unsafe) let kept = callback
        return RefusalReport(isOnMain: true) { reason in
            MainActor.assumeIsolated { report(kept, reason) }
        }
    }
}

extension Error {
    /// The error as one of another type, if it can be one.
    @usableFromInline
    func converted<Failure: Error>(to type: Failure.Type) -> Failure? {
        self as? Failure ?? self as NSError as? Failure
    }
}

// It holds a callback of the user's, which need not be Sendable.
@available(*, unavailable)
extension RefusalReport: Sendable {}
