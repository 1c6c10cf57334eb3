#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

// Delegates are handed the tasks of the session, code that asks which one that is keeps what the
// wrapper returned. `===` and `ObjectIdentifier` see two objects there.

extension InterceptedTask: Hashable {
    /// Whether both are the same task of the session.
    public static func == (left: InterceptedTask, right: InterceptedTask) -> Bool {
        left.base === right.base
    }

    /// Hashes the task of the session.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(base))
    }
}

extension InterceptedTask {
    /// Whether both are the same task of the session, where their types differ.
    public static func == <Other>(left: InterceptedTask, right: InterceptedTask<Other>) -> Bool {
        left.base as URLSessionTask === right.base
    }

    /// Whether they are different tasks of the session, where their types differ.
    public static func != <Other>(left: InterceptedTask, right: InterceptedTask<Other>) -> Bool {
        !(left == right)
    }
}

extension Optional {
    /// Whether this is the task that the session hands to its delegate, or both are `nil`.
    public static func == <Base>(left: Self, right: URLSessionTask?) -> Bool
    where Wrapped == InterceptedTask<Base> {
        left?.base === right
    }

    /// Whether this is the task that the session hands to its delegate, or both are `nil`.
    public static func == <Base>(left: URLSessionTask?, right: Self) -> Bool
    where Wrapped == InterceptedTask<Base> {
        left === right?.base
    }

    /// Whether this is another task than the one that the session hands to its delegate.
    public static func != <Base>(left: Self, right: URLSessionTask?) -> Bool
    where Wrapped == InterceptedTask<Base> {
        !(left == right)
    }

    /// Whether this is another task than the one that the session hands to its delegate.
    public static func != <Base>(left: URLSessionTask?, right: Self) -> Bool
    where Wrapped == InterceptedTask<Base> {
        !(left == right)
    }
}
