public import Foundation
public import GroupContext

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension RequestIntercepting {
    /// Passes a request with one completion on to the client, which calls it as a `URLSession` does:
    /// with data and a response, or an error.
    ///
    /// The shortest and the fastest form for a most usual signature; for others there is
    /// ``intercept(_:isOptional:priority:onRefusal:isolation:_:)``, which it is the same as with the
    /// role `completion`. A refused request reports through the completion.
    ///
    /// ```swift
    /// func get(
    ///     _ path: String,
    ///     completion: @escaping (Data?, URLResponse?, (any Error)?) -> Void
    /// ) {
    ///     intercept("GET \(path)", completion: completion) { completion in
    ///         base.get(path, completion: completion)
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - label: what the request is called in errors, progress and events; built only in a
    ///     group. Put nothing secret into it. By default the name of the calling method.
    ///   - isOptional: whether a failure of the request leaves the group successful.
    ///   - priority: how urgent the request is where it has to wait; by default that of its
    ///     group, or of the current task.
    ///   - completion: the caller's callback.
    ///   - isolation: the actor on which the request was issued.
    ///   - start: calls the client with the completion that it is handed; later, if the request has
    ///     to wait for a slot.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @escaping (Data?, URLResponse?, (any Error)?) -> Void,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (@escaping (Data?, URLResponse?, (any Error)?) -> Void) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = DataCompletion(call: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ data, response, error in
                request.answer(error) { request.callbacks.call(data, response, error) }
            })
        }
        let start = start()
        let refusal = { error in completion(nil, nil, error) }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }

    /// Passes a request with one optional completion on to the client, which calls it with data
    /// and a response, or an error.
    @inlinable
    @_disfavoredOverload
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: ((Data?, URLResponse?, (any Error)?) -> Void)?,
        isolation: (any Actor)? = #isolation,
        _ start: @autoclosure () -> (((Data?, URLResponse?, (any Error)?) -> Void)?) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = DataCompletion(optionalCall: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ data, response, error in
                request.answer(error) { request.callbacks.call(data, response, error) }
            })
        }
        let start = start()
        let refusal = completion.map { completion in { error in completion(nil, nil, error) } }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }

    /// Passes a request with one `@Sendable` completion on to the client, which calls it with data
    /// and a response, or an error.
    @inlinable
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> (@escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) ->
            Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = DataCompletion(call: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ data, response, error in
                request.answer(error) { request.callbacks.call(data, response, error) }
            })
        }
        let start = start()
        let refusal = { error in completion(nil, nil, error) }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }

    /// Passes a request with one optional `@Sendable` completion on to the client, which calls it
    /// with data and a response, or an error.
    @inlinable
    @_disfavoredOverload
    public func intercept(
        _ label: @autoclosure () -> String = #function,
        isOptional: Bool = false,
        priority: RequestPriority? = nil,
        completion: (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?,
        _: Void = (),
        isolation: (any Actor)? = #isolation,
        _ start:
            @autoclosure () -> ((@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?) -> Void
    ) {
        let group = RequestGroup.current
        guard mayGroup(in: group, label) else { return start()(completion) }
        let label = label()
        let callbacks = DataCompletion(optionalCall: completion)
        if let (request, stack) = enterAtOnce(group, label, isOptional: isOptional, callbacks) {
            defer { stack.pop(request) }
            return start()({ data, response, error in
                request.answer(error) { request.callbacks.call(data, response, error) }
            })
        }
        let start = start()
        let refusal = completion.map { completion in { error in completion(nil, nil, error) } }
        issue(
            label,
            isOptional: isOptional,
            priority: priority,
            onRefusal: refusal,
            isolation: isolation
        ) { call in start(call.completion(completion)) }
    }
}

/// A completion of data and a response, or an error.
///
/// Not generic: a closure of generic types would be wrapped once more where it is kept.
@usableFromInline
struct DataCompletion: @unchecked Sendable {
    // Safe: only the client calls it, as it would have called the caller's own.
    @usableFromInline let call: (Data?, URLResponse?, (any Error)?) -> Void

    @inlinable
    init(call: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {
        self.call = call
    }

    // Not `??`, which is generic and would wrap what it returns.
    @inlinable
    init(optionalCall: ((Data?, URLResponse?, (any Error)?) -> Void)?) {
        if let optionalCall { call = optionalCall } else { call = { _, _, _ in } }
    }
}
