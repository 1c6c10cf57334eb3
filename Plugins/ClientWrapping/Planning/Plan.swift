/// How a method or property of the client is written in the wrapper.
struct Plan {
    enum Form {
        /// Passed on to the client: no request.
        case passedOn
        /// Passed on, and what comes back is wrapped, too.
        case wrapped
        /// A request that ends by its callbacks.
        case callbacks(CallbackPlan)
        /// A request that ends when the method returns.
        case asynchronous(AsynchronousPlan)
        /// A request that ends when the future that it returns is fulfilled.
        case future(TypeSyntax)
    }

    /// What an asynchronous method does whose request is rejected.
    enum AsynchronousRejection {
        case `throws`
        /// It throws nothing but errors of one type: this one, if it is rejected.
        case throwsOnly(String, otherwise: String)
        /// It is not started, and returns nothing.
        case returns
        /// It returns this.
        case value(String)
        /// Nothing else can be returned than what the client returns.
        case startsAllTheSame
    }

    struct AsynchronousPlan {
        var rejection: AsynchronousRejection
        /// Those that come while the method is awaited.
        var progress: [Callback] = []
    }

    /// A hint that has a rejection reported: for one method, and for all with such a callback.
    struct RejectionHint {
        let own: String
        let general: String?
    }

    struct CallbackPlan {
        var roles: [(callback: Callback, role: Role)] = []
        /// A Boolean value that indicates whether the closure gets a call, and wraps the callbacks itself.
        var isRaw = false
        /// The closure that reports a rejection in the raw form.
        var rejection = "{ _ in }"
        /// What a hint may say of a rejection that no callback can report.
        var missingRejection: RejectionHint?
        /// How it is cancelled; `nil` for a request that can wait.
        var cancel: String?
        /// How the handle is cancelled that a hint has the method keep to itself, so that the request can wait.
        var keptCancel: String?
        var holdsHandle = false
        /// The calls that are passed on, by a condition.
        var forwardIf: String?
        /// What cancels a request of which nothing is returned.
        var onCancel: (expression: String, isOnMain: Bool)?
        /// Parameters that are values, and carry callbacks: they are copied.
        var copied: [String] = []
        /// Returns the client itself, and so the wrapper.
        var returnsClient = false
    }

    let member: Member
    let declaration: Declaration
    let form: Form
    /// The inside of the string that the request is called by.
    let label: String
    /// Whether it is, or returns, another value of the client's type.
    var isOfClient = false
    var cautions: [Caution] = []

    /// The hint that has a rejection reported, where none is.
    var missingRejection: RejectionHint? {
        if case .callbacks(let plan) = form { plan.missingRejection } else { nil }
    }

    var isRequest: Bool {
        switch form {
        case .passedOn, .wrapped: false
        case .callbacks, .asynchronous, .future: true
        }
    }
}

/// What becomes of a method or property.
enum Outcome {
    /// Once, or once more for each set of parameters whose defaults only the client can name.
    case written([Plan])
    case unsettled(Unsettled)
    /// The user writes it, or wants it in no wrapper.
    case skipped
}
