import GroupContext

/// An observer of the calls of a ``ServiceMediator``; the mediator does not retain the observer.
///
/// ```swift
/// final class Badge: ServiceListener {
///     func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>) {
///         if case .success(let user as User) = result { show(user) }
///     }
/// }
/// ```
public protocol ServiceListener: AnyObject, Sendable {
    /// Notifies the listener that a call has ended: answered, failed, cancelled or lost.
    ///
    /// The mediator calls this method once for each call, after the call's completion, on the same thread and in the
    /// same request group. No lock is held, so the listener may send services, and add and remove listeners.
    ///
    /// - Parameters:
    ///   - call: the call; calls with equal parameters differ in their ``ServiceCall/id``.
    ///   - result: the result that the completion received; a success holds the response of the service.
    func serviceCall(_ call: ServiceCall, didEndWith result: Result<any Sendable, any Error>)
}

/// The listeners of a mediator, in the order in which they were added.
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

    func notify(_ call: ServiceCall, _ result: Result<any Sendable, any Error>) {
        for (listener, names) in change({ _ in }) where names?.contains(call.serviceName) ?? true {
            listener.serviceCall(call, didEndWith: result)
        }
    }

    private typealias Present = (listener: any ServiceListener, names: Set<String>?)

    /// Removes the entries of released listeners, changes the other entries, and returns the previous listeners.
    ///
    /// Reading a weak reference retains the listener, perhaps as the last reference. The method returns these
    /// listeners, so that their deinits run after unlocking.
    @discardableResult
    private func change(_ body: (inout [Present]) -> Void) -> [Present] {
        entries.withLock { entries in
            let present = entries.compactMap { entry in
                entry.listener.map { ($0, entry.names) as Present }
            }
            var changed = present
            body(&changed)
            entries = changed.map { Entry(listener: $0.listener, names: $0.names) }
            return present
        }
    }
}
