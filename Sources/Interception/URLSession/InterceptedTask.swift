#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A task of a wrapped `URLSession`: starts like the real one, and enters its group when it does.
///
/// The task belongs to the group that was current when it was created, else to the one that is
/// current at its first ``resume()``. A task that is never resumed holds up no group.
@dynamicMemberLookup
public final class InterceptedTask<Base: URLSessionTask>: Sendable {
    private let call: PreparedCall<Base>

    init(_ call: PreparedCall<Base>) {
        self.call = call
    }

    /// The task of the session itself.
    public var base: Base { call.handle }

    /// Starts the task, the first time in its group; later, if the group is limited.
    public func resume() {
        call.start()
    }

    /// Suspends the task.
    public func suspend() {
        base.suspend()
    }

    /// Cancels the task; its handler is called with `URLError.cancelled`.
    public func cancel() {
        base.cancel()
    }

    /// Reads a property of the task.
    public subscript<Property>(dynamicMember keyPath: KeyPath<Base, Property>) -> Property {
        base[keyPath: keyPath]
    }

    /// Reads and writes a property of the task.
    public subscript<Property>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Base, Property>
    ) -> Property {
        get { base[keyPath: keyPath] }
        set { base[keyPath: keyPath] = newValue }
    }
}
