public import Foundation
public import GroupContext

extension RequestIntercepting {
    /// Passes a request with one completion on to the client, which calls it with a result.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @escaping (Result<Data, any Error>) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (@escaping (Result<Data, any Error>) -> Void) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = ResultCompletion(call: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ result in
                request.answer(result.reportedFailure) { request.callbacks.call(result) }
            })
        }
        let start = start()
        let refusal = { error in completion(.failure(error)) }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }

    /// Passes a request with one optional completion on to the client, which calls it with a
    /// result.
    @inlinable
    @_disfavoredOverload
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: ((Result<Data, any Error>) -> Void)?,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (((Result<Data, any Error>) -> Void)?) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = ResultCompletion(optionalCall: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ result in
                request.answer(result.reportedFailure) { request.callbacks.call(result) }
            })
        }
        let start = start()
        let refusal = completion.map { completion in { error in completion(.failure(error)) } }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }

    /// Passes a request with one `@Sendable` completion on to the client, which calls it with a
    /// result.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @escaping @Sendable (Result<Data, any Error>) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (@escaping @Sendable (Result<Data, any Error>) -> Void) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = ResultCompletion(call: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ result in
                request.answer(result.reportedFailure) { request.callbacks.call(result) }
            })
        }
        let start = start()
        let refusal = { error in completion(.failure(error)) }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }

    /// Passes a request with one optional `@Sendable` completion on to the client, which calls it
    /// with a result.
    @inlinable
    @_disfavoredOverload
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: (@Sendable (Result<Data, any Error>) -> Void)?,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> ((@Sendable (Result<Data, any Error>) -> Void)?) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = ResultCompletion(optionalCall: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ result in
                request.answer(result.reportedFailure) { request.callbacks.call(result) }
            })
        }
        let start = start()
        let refusal = completion.map { completion in { error in completion(.failure(error)) } }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }
}

/// A completion of a result.
///
/// Not generic: a closure of generic types would be wrapped once more where it is kept.
@usableFromInline
struct ResultCompletion: @unchecked Sendable {
    // Safe: only the client calls it, as it would have called the caller's own.
    @usableFromInline let call: (Result<Data, any Error>) -> Void

    @inlinable
    init(call: @escaping (Result<Data, any Error>) -> Void) {
        self.call = call
    }

    // Not `??`, which is generic and would wrap what it returns.
    @inlinable
    init(optionalCall: ((Result<Data, any Error>) -> Void)?) {
        if let optionalCall { call = optionalCall } else { call = { _ in } }
    }
}
