/// Determines how the wrapper declares a method or property of the client.
struct Plan {
    enum Form {
        /// The wrapper calls the client, and issues no request.
        case passedOn
        /// The wrapper calls the client, and wraps the client that the call returns.
        case wrapped
        /// A request that ends when a callback is called.
        case callbacks(CallbackPlan)
        /// A request that ends when the method returns.
        case asynchronous(AsynchronousPlan)
        /// A request that ends when the returned future has its result.
        case future(TypeSyntax)
    }

    /// How an asynchronous method reports that its request was rejected.
    enum AsynchronousRejection {
        case `throws`
        /// The method throws the expression of a hint, because the method may throw errors of one type only.
        case throwsOnly(String, otherwise: String)
        /// The method returns without calling the client.
        case returns
        /// The method returns the expression of a hint.
        case value(String)
        /// The method calls the client in spite of the rejection, because only the client creates the result.
        case startsAllTheSame
    }

    struct AsynchronousPlan {
        var rejection: AsynchronousRejection
        /// The types of the value and of the error if the method returns a `Result`.
        var result: (value: TypeSyntax, failure: TypeSyntax)?
        /// The callbacks that the client may call before the method returns.
        var progress: [Callback] = []
    }

    /// The hint that makes one method report a rejection, and the hint for all methods with such a callback.
    struct RejectionHint {
        let own: String
        let general: String?
    }

    struct CallbackPlan {
        var roles: [(callback: Callback, role: Role)] = []
        /// Whether the closure of `intercept` receives the `InterceptedCall`, and wraps the callbacks itself.
        var isRaw = false
        /// The closure that reports a rejection if `isRaw` is true and `intercept` does not know the callbacks.
        var rejection = "{ _ in }"
        /// The hint to offer if no callback of the method reports a rejection.
        var missingRejection: RejectionHint?
        /// The closure that cancels the request through its handle; `nil` if the method returns no handle.
        var cancel: String?
        /// The closure that cancels the request if the hint `waits` applies; the wrapper then keeps the handle.
        var keptCancel: String?
        var holdsHandle = false
        /// The condition under which a call issues no request, and only reaches the client.
        var forwardIf: String?
        /// The expression of a hint that cancels the request, for a method that returns no handle.
        var onCancel: (expression: String, isOnMain: Bool)?
        /// The parameters that are values with callbacks in them; the wrapper wraps the callbacks of a copy.
        var copied: [String] = []
        /// Whether the method returns the client itself, so that the wrapper has to return itself.
        var returnsClient = false
    }

    let member: Member
    let declaration: Declaration
    let form: Form
    /// The label of the request, written without the quotes of a string literal.
    let label: String
    /// Whether the type of the property, or the result of the method, is the client's type.
    var isOfClient = false
    var cautions: [Caution] = []
    /// The plan without the parameters whose default values the wrapper cannot name; at most one.
    var overload: [Plan] = []

    var missingRejection: RejectionHint? {
        if case .callbacks(let plan) = form { plan.missingRejection } else { nil }
    }

    /// Whether the wrapper only calls the client, because the callback seems to be a listener for events.
    var isListener: Bool {
        cautions.contains { if case .isListener = $0 { true } else { false } }
    }

    var isPassedOn: Bool { if case .passedOn = form { true } else { false } }

    var isRequest: Bool {
        switch form {
        case .passedOn, .wrapped: false
        case .callbacks, .asynchronous, .future: true
        }
    }
}

/// The decision of the planner about a method or property.
enum Outcome {
    /// The first plan has all parameters.
    ///
    /// Each further plan is an overload without some parameters.
    case written(Plan)
    case unsettled(Unsettled)
    /// The user writes the member by hand, or excludes it.
    case skipped
}
