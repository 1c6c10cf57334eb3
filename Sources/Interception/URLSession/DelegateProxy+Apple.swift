// The delegate proxy on Apple's platforms, where a session asks a delegate which methods it implements. So one class
// answers for its delegate; its methods are in DelegateProxyMethods+Apple.swift. (For Linux see
// DelegateProxy+Linux.swift.)
#if !canImport(FoundationNetworking)
import Foundation

/// A proxy between a session, or a task, and its delegate: forwards each call in the group of the task.
///
/// A ``DelegateRouting`` determines the receiver of each method.
final class DelegateProxy: NSObject, Sendable {
    let delegate: (any URLSessionDelegate)?

    let context: TaskContext

    let routing: DelegateRouting
    let place: DelegateRouting.Place
    /// The user's delegate of the session, if this is the proxy of a task.
    private let sessionDelegate: (any URLSessionDelegate)?
    /// Detects that the user has given the task another delegate.
    let watch: DelegateWatch?

    private init(
        _ delegate: (any URLSessionDelegate)?,
        _ context: TaskContext,
        _ routing: DelegateRouting,
        _ place: DelegateRouting.Place,
        _ sessionDelegate: (any URLSessionDelegate)?,
        _ watch: DelegateWatch?
    ) {
        self.delegate = delegate
        self.context = context
        self.routing = routing
        self.place = place
        self.sessionDelegate = sessionDelegate
        self.watch = watch
    }

    /// Creates the proxy of a session's delegate.
    convenience init(_ delegate: any URLSessionDelegate, context: TaskContext) {
        // `tasks` has no effect here, because the session's proxy receives the end of every task.
        let routing = DelegateRouting(sessionDelegate: .ours, tasks: .delegatesAndHandlers)
        self.init(delegate, context, routing, .sessionDelegate, nil, nil)
    }

    /// Creates the proxy of a task, which may have no delegate.
    convenience init(
        _ delegate: (any URLSessionDelegate)?,
        at place: DelegateRouting.Place,
        of session: URLSession,
        context: TaskContext,
        watch: DelegateWatch? = nil
    ) {
        let routing = DelegateRouting(of: session)
        self.init(delegate, context, routing, place, session.unwrappedDelegate, watch)
    }

    /// Returns a proxy for another delegate of the same task.
    func standing(before delegate: (any URLSessionDelegate)?) -> DelegateProxy {
        // The new proxy takes over the watch, because here the wrapper replaces the delegate, and not the user.
        let watch = watch?.handedOver()
        return DelegateProxy(delegate, context, routing, place, sessionDelegate, watch)
    }

    // MARK: Implemented methods

    private static let methods = Dictionary(
        uniqueKeysWithValues: DelegateMethod.allCases.map { ($0.selector, $0) }
    )

    override func responds(to selector: Selector!) -> Bool {
        if let method = Self.methods[selector] {
            if method == .redirected, context.adaptRedirect != nil { return true }
            return routing.implements(
                method,
                at: place,
                isImplemented: delegate?.responds(to: selector) == true,
                isLeft: sessionDelegate?.responds(to: selector) == true
            )
        }
        // Methods that are newer than this file, which this class only forwards.
        return NSStringFromSelector(selector).hasPrefix("URLSession")
            ? delegate?.responds(to: selector) == true : super.responds(to: selector)
    }

    // Forwards the methods that are not in this file: methods about no task of a group, and new ones.
    override func forwardingTarget(for selector: Selector!) -> Any? {
        delegate
    }

    /// Returns the receiver of a method, if there is one.
    func receiver(of method: DelegateMethod) -> (any URLSessionDelegate)? {
        let selector = method.selector
        let receiver = routing.receiver(
            of: method,
            at: place,
            isImplemented: delegate?.responds(to: selector) == true,
            isLeft: sessionDelegate?.responds(to: selector) == true
        )
        return switch receiver {
        case .delegate: delegate
        case .sessionDelegate: sessionDelegate
        case .nobody: nil
        }
    }

    // Safe: a value of an Objective-C protocol is just the object, and each method is called only if the object
    // responds to it. A cast would require a declared conformance, which a forwarding delegate, such as this proxy,
    // need not have.
    func taskReceiver(of method: DelegateMethod) -> (any URLSessionTaskDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionTaskDelegate)?.self)
    }

    func dataReceiver(of method: DelegateMethod) -> (any URLSessionDataDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDataDelegate)?.self)
    }

    func downloadReceiver(of method: DelegateMethod) -> (any URLSessionDownloadDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDownloadDelegate)?.self)
    }

    /// The user's delegate, with the type of a task's delegate.
    var taskDelegate: (any URLSessionTaskDelegate)? {
        unsafeBitCast(delegate, to: (any URLSessionTaskDelegate)?.self)
    }
}

extension DelegateMethod {
    fileprivate var selector: Selector { NSSelectorFromString(rawValue) }
}
#endif
