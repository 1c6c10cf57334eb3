@testable import InterceptionTestSupport

/// A role, by the function that makes it; the client of the request calls the callback twice.
struct RoleCase: CustomTestStringConvertible, Sendable {
    /// How the request leaves its group.
    enum Ending {
        case succeeded
        case failed
        /// The callback does not end its request; the request is lost when the callback is released.
        case lost
    }

    let testDescription: String
    let ending: Ending
    let isRejected: Bool
    let isNil: Bool
    let isOnMain: Bool
    /// Issues the request.
    let issue: @Sendable (RoleWitness) -> Void
    /// Issues a request of which only the additional `finally` callback is called.
    let finish: @Sendable (RoleWitness) -> Void

    init<Role: CallbackRole & SendableMetatype>(
        _ description: String,
        _ kind: RoleKind,
        isNil: Bool = false,
        isOnMain: Bool = false,
        _ role: @escaping @Sendable (RoleWitness) -> Role,
        _ call: @escaping @Sendable (Role.Callback) -> Void
    ) {
        testDescription = "\(kind.name), \(description)"
        (ending, isRejected) = (kind.ending, kind.isRejected && !isNil)
        (self.isNil, self.isOnMain) = (isNil, isOnMain)
        issue = { witness in
            RoleClient().intercept("request", role(witness)) { callback in
                let mirror = Mirror(reflecting: callback)
                let hasCallback = mirror.displayStyle != .optional || !mirror.children.isEmpty
                witness.hadCallback.append(hasCallback)
                // The client calls back outside the group.
                withoutRequestGroup { for _ in 1...2 { call(callback) } }
            }
        }
        finish = { RoleClient().intercept("request", .finally {}, role($0)) { end, _ in end() } }
    }
}

/// A role, and the number of values of its callback.
struct RoleKind: Sendable {
    let name: String
    var ending = RoleCase.Ending.succeeded
    /// Whether the callback reports a rejection.
    var isRejected = false
}

private struct RoleClient: RequestIntercepting {}

/// Records how a callback is called.
struct RoleWitness: Sendable {
    let group: RequestGroup?
    let hadCallback = Journal<Bool>()
    let values = Journal<String>()
    let wereInGroup = Journal<Bool>()
    let wereOnMain = Journal<Bool>()
    private static let mainQueue = QueueMark(.main)

    func note(_ values: Any...) {
        self.values.append(values.map { "\($0)" }.joined(separator: ", "))
        wereInGroup.append(
            RequestGroup.current === group && (group?.outstanding ?? ["request"]) == ["request"]
        )
        wereOnMain.append(Self.mainQueue.isCurrent)
    }
}

/// Callbacks of one signature with each annotation, and how a client calls them.
struct Callbacks<Plain, SendableOne, Main>: Sendable {
    let plain: @Sendable (RoleWitness) -> Plain
    let sendable: @Sendable (RoleWitness) -> SendableOne
    let main: @Sendable (RoleWitness) -> Main
    let callPlain: @Sendable (Plain) -> Void
    let callSendable: @Sendable (SendableOne) -> Void
    let callMain: @MainActor @Sendable (Main) -> Void

    /// Makes the roles of a callback, and of the callback as an optional, which may be `nil`.
    typealias Roles<Callback, Role, OptionalRole> =
        @Sendable (Callback, Callback?) -> (Role, OptionalRole)

    /// Returns a case for each annotation, and for each optional callback that is `nil`.
    func cases(
        _ kind: RoleKind,
        plain plainRoles: @escaping Roles<Plain, PlainRole<Plain>, PlainRole<Plain?>>,
        sendable sendableRoles:
            @escaping Roles<SendableOne, SendableRole<SendableOne>, SendableRole<SendableOne?>>,
        main mainRoles: Roles<Main, PlainRole<Main>, PlainRole<Main?>>? = nil
    ) -> [RoleCase] {
        let callMain = callMain
        let onMain = { @Sendable (callback: Main) in
            nonisolated(unsafe) let callback = callback
            MainActor.assumeIsolated { callMain(callback) }
        }
        let plain = annotated("plain", kind, plain, plainRoles, callPlain)
        let sendable = annotated("@Sendable", kind, sendable, sendableRoles, callSendable)
        guard let mainRoles else { return plain + sendable }
        return plain + sendable + annotated("@MainActor", kind, main, mainRoles, onMain)
    }

    /// Returns the cases of one annotation: the callback, the callback as an optional, and `nil`.
    private func annotated<Callback, Role, OptionalRole>(
        _ annotation: String,
        _ kind: RoleKind,
        _ callback: @escaping @Sendable (RoleWitness) -> Callback,
        _ roles: @escaping Roles<Callback, Role, OptionalRole>,
        _ call: @escaping @Sendable (Callback) -> Void
    ) -> [RoleCase]
    where
        Role: CallbackRole & SendableMetatype,
        OptionalRole: CallbackRole & SendableMetatype,
        Role.Callback == Callback,
        OptionalRole.Callback == Callback?
    {
        let isOnMain = annotation == "@MainActor"
        let callOptional = { @Sendable (callback: Callback?) in if let callback { call(callback) } }
        return [
            RoleCase(annotation, kind, isOnMain: isOnMain, { roles(callback($0), nil).0 }, call),
            RoleCase(
                "optional \(annotation)",
                kind,
                isOnMain: isOnMain,
                { roles(callback($0), callback($0)).1 },
                callOptional
            ),
            RoleCase(
                "nil \(annotation)",
                kind,
                isNil: true,
                { roles(callback($0), nil).1 },
                callOptional
            ),
        ]
    }
}

extension Callbacks {
    static func noValue() -> Self
    where Plain == () -> Void, SendableOne == @Sendable () -> Void, Main == @MainActor () -> Void {
        Self(
            plain: { witness in { witness.note() } },
            sendable: { witness in { witness.note() } },
            main: { witness in { witness.note() } },
            callPlain: { $0() },
            callSendable: { $0() },
            callMain: { $0() }
        )
    }

    static func values<A: Sendable>(_ a: A) -> Self
    where Plain == (A) -> Void, SendableOne == @Sendable (A) -> Void, Main == @MainActor (A) -> Void
    {
        Self(
            plain: { witness in { witness.note($0) } },
            sendable: { witness in { witness.note($0) } },
            main: { witness in { witness.note($0) } },
            callPlain: { $0(a) },
            callSendable: { $0(a) },
            callMain: { $0(a) }
        )
    }

    static func values<A: Sendable, B: Sendable>(_ a: A, _ b: B) -> Self
    where
        Plain == (A, B) -> Void,
        SendableOne == @Sendable (A, B) -> Void,
        Main == @MainActor (A, B) -> Void
    {
        Self(
            plain: { witness in { witness.note($0, $1) } },
            sendable: { witness in { witness.note($0, $1) } },
            main: { witness in { witness.note($0, $1) } },
            callPlain: { $0(a, b) },
            callSendable: { $0(a, b) },
            callMain: { $0(a, b) }
        )
    }

    static func values<A: Sendable, B: Sendable, C: Sendable>(_ a: A, _ b: B, _ c: C) -> Self
    where
        Plain == (A, B, C) -> Void,
        SendableOne == @Sendable (A, B, C) -> Void,
        Main == @MainActor (A, B, C) -> Void
    {
        Self(
            plain: { witness in { witness.note($0, $1, $2) } },
            sendable: { witness in { witness.note($0, $1, $2) } },
            main: { witness in { witness.note($0, $1, $2) } },
            callPlain: { $0(a, b, c) },
            callSendable: { $0(a, b, c) },
            callMain: { $0(a, b, c) }
        )
    }
}
