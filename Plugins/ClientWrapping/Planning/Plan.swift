/// Determines how the wrapper declares a method or property of the client.
struct Plan {
    enum Form: Equatable {
        /// The wrapper calls the client, and issues no request.
        case passedOn
        /// The wrapper calls the client, and wraps the client that the call returns.
        case wrapped
        /// A request that ends when a callback is called.
        case callbacks
        /// A request that ends when the method returns.
        case asynchronous
        /// A request that ends when the returned future has its result.
        case future(TypeSyntax)
    }

    let member: Member
    var declaration: Declaration
    let form: Form
    /// The label of the request, written without the quotes of a string literal.
    let label: String
    var remarks: [Remark] = []
    /// The callbacks with their roles, and the answer of an asynchronous method if it may have an error.
    var roles: [(callback: Callback, role: Role)] = []
    /// The error types to generate for failures of the client that are no `Error`.
    var carriers: [(name: String, type: String)] = []

    // MARK: - Asynchronous methods

    /// The only type of errors that the wrapper throws, if the client and the wrapper throw one type only.
    var errorType: String?
    /// The statement of a hint after a rejection.
    ///
    /// Without a hint, a throwing method throws the error of the rejection, and a method without a result
    /// returns. Any other method calls the client in spite of the rejection.
    var fallback: String?

    // MARK: - Methods with callbacks

    /// Whether the closure of `intercept` receives the `InterceptedCall`, and wraps the callbacks itself.
    var isRaw = false
    /// The closure that reports a rejection if `isRaw` is true and `intercept` does not know the callbacks.
    var rejection = "{ _ in }"
    /// The remark about a method of which no callback reports a rejection.
    var unreported: Remark?
    /// The closure that cancels the request through its handle; `nil` if the method returns no handle.
    var cancel: String?
    /// The closure that cancels the request if the hint `waits` applies; the wrapper then keeps the handle.
    var keptCancel: String?
    var holdsHandle = false
    /// The condition under which a call issues no request, and only reaches the client.
    var forwardIf: String?
    /// The expression of a hint that cancels the request, for a method that returns no handle.
    var onCancel: (expression: String, call: (isOnMain: Bool, ignoring: String))?
    /// The parameters that are values with callbacks in them; the wrapper wraps the callbacks of a copy.
    var copied: [String] = []
    /// Whether the method returns the client itself, so that the wrapper has to return itself.
    var returnsClient = false

    /// Whether a closure, which may run on any thread, cancels the request through the handle.
    var usesHandle: Bool { ![nil, Forms.cancelsNothing].contains(cancel ?? keptCancel) }

    /// The callbacks that only have to run in the caller's group.
    var captured: [Callback] { roles.filter { $0.role == .captured }.map(\.callback) }

    var wraps: Bool { form == .wrapped }

    var isRequest: Bool { form != .passedOn && !wraps }
}

/// The decision of the planner about a method or property: the plans, or the reason why there is none.
///
/// The first plan has all parameters; another is an overload without the parameters whose default values the wrapper
/// cannot name. A member that the user writes by hand, or excludes, has neither a plan nor a reason.
typealias Outcome = Result<[Plan], Unsettled>
