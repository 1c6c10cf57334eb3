#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The request that is being handed to its client here and now, or whose asynchronous operation this is.
///
/// What the same client issues meanwhile is a part of that request: a method of a subclass that calls
/// another overridden method is one request, and does not wait for the slot that it holds itself.
/// Callbacks are no part of it: what is issued in a callback is a request of its own.
@usableFromInline
package enum HandedRequest {
    /// A request in the hands of its client, on the stack of the thread that hands it over.
    @usableFromInline
    package struct Frame {
        fileprivate let client: ObjectIdentifier
        // Safe unretained: the caller of `hand` keeps it as long as the frame is there.
        fileprivate let membership: Unmanaged<Membership>
        /// The frame of the request whose handing over has led to this one.
        fileprivate let outer: UnsafePointer<Frame>?

        @usableFromInline
        package init(client: ObjectIdentifier, membership: Membership) {
            self.client = client
            self.membership = .passUnretained(membership)
            outer = HandedRequest.frame
        }
    }

    /// The operation of a request, known to whatever task it makes.
    fileprivate final class Operation: Sendable {
        let client: ObjectIdentifier
        let membership: Membership
        private let hasEnded = Locked(false)

        init(client: ObjectIdentifier, membership: Membership) {
            self.client = client
            self.membership = membership
            membership.group.update { state, _ in state.operations += 1 }
        }

        var isRunning: Bool { !hasEnded.withLock { $0 } }

        func end() {
            hasEnded.withLock { $0 = true }
            membership.group.update { state, _ in state.operations -= 1 }
        }
    }

    @TaskLocal fileprivate static var operation: Operation?

    /// Where a thread has its frame.
    ///
    /// Not a task-local: binding one costs more than all the rest of a
    /// request, and handing a request over is one synchronous call.
    private static let key = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "The process has no thread-specific value left.")
        return key
    }()

    private static var frame: UnsafePointer<Frame>? {
        pthread_getspecific(key).map { UnsafePointer($0.assumingMemoryBound(to: Frame.self)) }
    }

    /// Whether a request is being handed over on this thread.
    static var isBeingHanded: Bool { pthread_getspecific(key) != nil }

    /// The request of the client that is in its hands here and now, if it is one of this group, or of none.
    static func current(of client: ObjectIdentifier, in group: RequestGroup?) -> Membership? {
        var next = frame
        while let frame = next?.pointee {
            let membership = frame.membership.takeUnretainedValue()
            if frame.client == client, membership.isIn(group) { return membership }
            next = frame.outer
        }
        guard let operation, operation.client == client, operation.isRunning,
            operation.membership.isIn(group)
        else { return nil }
        return operation.membership
    }

    /// The request of the frame is being handed over.
    @usableFromInline
    package static func begin(_ frame: UnsafePointer<Frame>) {
        pthread_setspecific(key, frame)
    }

    /// The client has returned to whom the request of the frame was handed.
    @usableFromInline
    package static func end(_ frame: UnsafePointer<Frame>) {
        pthread_setspecific(key, frame.pointee.outer)
    }

    /// Runs a callback, in which nothing is being handed over.
    @inline(__always)
    static func unbound<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let frame = pthread_getspecific(key) else { return try body() }
        pthread_setspecific(key, nil)
        defer { pthread_setspecific(key, frame) }
        return try body()
    }
}

extension Membership {
    /// Hands the request to its client: what that issues through itself meanwhile is a part of it.
    ///
    /// Inlined: a chain of callbacks that are called at once goes through it at each step, and needs as
    /// little stack as can be.
    @inlinable
    @inline(__always)
    package final func hand<Handle, Failure: Error>(
        to client: ObjectIdentifier,
        _ start: () throws(Failure) -> Handle
    ) throws(Failure) -> Handle {
        let frame = HandedRequest.Frame(client: client, membership: self)
        return try withUnsafePointer(to: frame) { (frame) throws(Failure) -> Handle in
            HandedRequest.begin(frame)
            defer { HandedRequest.end(frame) }
            return try start()
        }
    }

    /// Runs the operation of the request: what the client issues through itself meanwhile is a part of it.
    package final func handOperation<Value>(
        to client: ObjectIdentifier,
        isolation: isolated (any Actor)? = #isolation,
        _ operation: () async throws -> Value
    ) async rethrows -> Value {
        let handed = HandedRequest.Operation(client: client, membership: self)
        defer { handed.end() }
        return try await HandedRequest.$operation.withValue(handed) {
            // What captures an isolated parameter stays on its actor.
            _ = isolation
            return try await operation()
        }
    }

    /// The request of the client that is in its hands here and now, if it is one of this group, or of none.
    package static func current(
        of client: ObjectIdentifier,
        in group: RequestGroup?
    ) -> Membership? {
        HandedRequest.current(of: client, in: group)
    }

    /// Enters what is a part of this request: it keeps the group open, and is not counted.
    ///
    /// - Parameter isCancelledAlone: whether it has cancel actions of its own. Otherwise the request
    ///   cancels it, unless the request is cancelled in another way.
    /// - Returns: the membership, or `nil` if no group waits for it.
    package final func enterPart(isCancelledAlone: Bool) -> Membership? {
        guard group.isGrouping, let part = group.keepOpen() else { return nil }
        if !isCancelledAlone {
            group.update { _, _ in part.member.addingDetails().whole = self }
        }
        return part
    }
}

extension Membership {
    /// Whether what is issued in the group is in that of this request: in the nearest that is open.
    fileprivate func isIn(_ group: RequestGroup?) -> Bool {
        self.group === group?.nearestOpen ?? .ungrouped
    }
}
