import GroupContext

/// Hears of the end of every call of a ``ServiceMediator``, which holds it weakly.
///
/// ```swift
/// final class Badge: ServiceListener {
///     func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {
///         if case .success(let user as User) = result { show(user) }
///     }
/// }
/// ```
public protocol ServiceListener: AnyObject, Sendable {
    /// A call has ended: was answered, has failed, was cancelled or lost.
    ///
    /// Called once for each call, after the completion of the call, on the same thread and in the
    /// same request group. No lock is held: the listener may send, add and remove.
    ///
    /// - Parameters:
    ///   - call: the call; several with the same parameters differ in their ``ServiceCall/id``.
    ///   - result: what the completion got; the value is the response of the service.
    func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>)
}

/// Who listens, in the order in which they came.
final class ServiceListeners: Sendable {
    private struct Entry {
        weak var listener: (any ServiceListener)?
        let names: Set<String>?
    }

    private let entries = Locked([Entry]())

    func add(_ listener: any ServiceListener, names: Set<String>?) {
        change { entries in
            entries.removeAll { $0.listener === listener }
            entries.append((listener, names))
        }
    }

    func remove(_ listener: any ServiceListener) {
        change { entries in entries.removeAll { $0.listener === listener } }
    }

    func tell(_ call: ServiceCall, _ result: Result<any Sendable, any Error>) {
        for (listener, names) in change({ _ in }) where names?.contains(call.serviceName) ?? true {
            listener.serviceCall(call, didEndWith: result)
        }
    }

    private typealias Living = (listener: any ServiceListener, names: Set<String>?)

    /// Forgets who is gone, changes the rest, and returns who listened before.
    ///
    /// A weak reference that is read holds its object for a moment, and may be the last that does.
    /// So all that were read are handed out, and nobody is released under the lock.
    @discardableResult
    private func change(_ body: (inout [Living]) -> Void) -> [Living] {
        entries.withLock { entries in
            let living = entries.compactMap { entry in
                entry.listener.map { ($0, entry.names) as Living }
            }
            var changed = living
            body(&changed)
            entries = changed.map { Entry(listener: $0.listener, names: $0.names) }
            return living
        }
    }
}
