// Apple's Foundation asks a delegate which methods it implements. So there is one class, which has
// what the delegate has; its methods are in DelegateProxyMethods+Apple.swift. (For Linux see
// DelegateProxy+Linux.swift.)
#if !canImport(FoundationNetworking)
import Foundation

/// Stands between a session, or a task, and its delegate: hands everything on, in the group of the
/// task.
///
/// Whom it hands a method to is decided by a ``DelegateRouting``.
final class DelegateProxy: NSObject, Sendable {
    /// The delegate of the user.
    let delegate: (any URLSessionDelegate)?

    let context: TaskContext

    let routing: DelegateRouting
    let place: DelegateRouting.Place
    /// The delegate of the session, the user's, if this stands before that of a task.
    private let sessionDelegate: (any URLSessionDelegate)?
    /// Notices that the task has another delegate than this one.
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

    /// Stands before the delegate of a session.
    convenience init(_ delegate: any URLSessionDelegate, context: TaskContext) {
        // What its tasks can be given matters to nobody who hears of all of them.
        let routing = DelegateRouting(sessionDelegate: .ours, tasks: .delegatesAndHandlers)
        self.init(delegate, context, routing, .sessionDelegate, nil, nil)
    }

    /// Stands before the delegate of a task, if it has one.
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

    /// Stands before another delegate of the same task.
    func standing(before delegate: (any URLSessionDelegate)?) -> DelegateProxy {
        // The old one notices nothing any more: it is not the user who takes it away.
        let watch = watch?.handedOver()
        return DelegateProxy(delegate, context, routing, place, sessionDelegate, watch)
    }

    // MARK: What the delegate implements

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
        // Methods that are newer than this file, which this class only hands on.
        return NSStringFromSelector(selector).hasPrefix("URLSession")
            ? delegate?.responds(to: selector) == true : super.responds(to: selector)
    }

    // The methods that are not in this file: those that are about no task of a group, and whatever is new.
    override func forwardingTarget(for selector: Selector!) -> Any? {
        delegate
    }

    /// Who is told, if anybody is.
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

    // Safe: a value of an Objective-C protocol is the object and nothing else, and each method is
    // called only if the object responds to it. A cast would ask for a declared conformance, which
    // delegates that forward what they are told, as this one does, need not have.
    func taskReceiver(of method: DelegateMethod) -> (any URLSessionTaskDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionTaskDelegate)?.self)
    }

    func dataReceiver(of method: DelegateMethod) -> (any URLSessionDataDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDataDelegate)?.self)
    }

    func downloadReceiver(of method: DelegateMethod) -> (any URLSessionDownloadDelegate)? {
        unsafeBitCast(receiver(of: method), to: (any URLSessionDownloadDelegate)?.self)
    }

    /// The delegate of the user, as a task has it.
    var taskDelegate: (any URLSessionTaskDelegate)? {
        unsafeBitCast(delegate, to: (any URLSessionTaskDelegate)?.self)
    }
}

extension DelegateMethod {
    fileprivate var selector: Selector { NSSelectorFromString(rawValue) }
}
#endif
