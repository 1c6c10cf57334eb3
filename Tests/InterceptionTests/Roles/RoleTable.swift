@testable import InterceptionTestSupport

/// Each function that makes a role.
enum RoleTable {
    static let cases = (endings + completions + progress + callbacks + misfits.cases).flatMap { $0 }

    private static let endings: [[RoleCase]] = [
        Callbacks.noValue().cases(
            RoleKind(name: "success"),
            plain: { .success($0) },
            optional: { .success($0) },
            sendable: { .success($0) },
            optionalSendable: { .success($0) },
            main: { .success(onMain: $0) },
            optionalMain: { .success(onMain: $0) }
        ),
        Callbacks.values(1).cases(
            RoleKind(name: "success of one value"),
            plain: { .success($0) },
            optional: { .success($0) },
            sendable: { .success($0) },
            optionalSendable: { .success($0) },
            main: { .success(onMain: $0) },
            optionalMain: { .success(onMain: $0) }
        ),
        Callbacks.values(1, "b").cases(
            RoleKind(name: "success of two values"),
            plain: { .success($0) },
            optional: { .success($0) },
            sendable: { .success($0) },
            optionalSendable: { .success($0) },
            main: { .success(onMain: $0) },
            optionalMain: { .success(onMain: $0) }
        ),
        Callbacks.noValue().cases(
            RoleKind(name: "failure without an error", ending: .failed, isRejected: true),
            plain: { .failure($0) },
            optional: { .failure($0) },
            sendable: { .failure($0) },
            optionalSendable: { .failure($0) },
            main: { .failure(onMain: $0) },
            optionalMain: { .failure(onMain: $0) }
        ),
        Callbacks.values(ClientError("no") as any Error).cases(
            RoleKind(name: "failure", ending: .failed, isRejected: true),
            plain: { .failure($0) },
            optional: { .failure($0) },
            sendable: { .failure($0) },
            optionalSendable: { .failure($0) },
            main: { .failure(onMain: $0) },
            optionalMain: { .failure(onMain: $0) }
        ),
        Callbacks.values(ClientError("no")).cases(
            RoleKind(name: "failure of a typed error", ending: .failed),
            plain: { .failure($0) },
            optional: { .failure($0) },
            sendable: { .failure($0) },
            optionalSendable: { .failure($0) },
            main: { .failure(onMain: $0) },
            optionalMain: { .failure(onMain: $0) }
        ),
        Callbacks.values(ClientError("no") as (any Error)?).cases(
            RoleKind(name: "failure of an error or nil", ending: .failed, isRejected: true),
            plain: { .failure($0) },
            optional: { .failure($0) },
            sendable: { .failure($0) },
            optionalSendable: { .failure($0) },
            main: { .failure(onMain: $0) },
            optionalMain: { .failure(onMain: $0) }
        ),
        Callbacks.values(1 as Int?, ClientError("no") as any Error).cases(
            RoleKind(name: "failure of a value and an error", ending: .failed, isRejected: true),
            plain: { .failure($0) },
            optional: { .failure($0) },
            sendable: { .failure($0) },
            optionalSendable: { .failure($0) },
            main: { .failure(onMain: $0) },
            optionalMain: { .failure(onMain: $0) }
        ),
        Callbacks.noValue().cases(
            RoleKind(name: "finally", isRejected: true),
            plain: { .finally($0) },
            optional: { .finally($0) },
            sendable: { .finally($0) },
            optionalSendable: { .finally($0) },
            main: { .finally(onMain: $0) },
            optionalMain: { .finally(onMain: $0) }
        ),
    ]

    private static let completions: [[RoleCase]] = [
        Callbacks.values(Result<Int, any Error>.failure(ClientError("no"))).cases(
            RoleKind(name: "completion of a result", ending: .failed, isRejected: true),
            plain: { .completion($0) },
            optional: { .completion($0) },
            sendable: { .completion($0) },
            optionalSendable: { .completion($0) },
            main: { .completion(onMain: $0) },
            optionalMain: { .completion(onMain: $0) }
        ),
        Callbacks.values(ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of an error or nil", ending: .failed, isRejected: true),
            plain: { .completion($0) },
            optional: { .completion($0) },
            sendable: { .completion($0) },
            optionalSendable: { .completion($0) },
            main: { .completion(onMain: $0) },
            optionalMain: { .completion(onMain: $0) }
        ),
        Callbacks.values(Int?.none, ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of a value", ending: .failed, isRejected: true),
            plain: { .completion($0) },
            optional: { .completion($0) },
            sendable: { .completion($0) },
            optionalSendable: { .completion($0) },
            main: { .completion(onMain: $0) },
            optionalMain: { .completion(onMain: $0) }
        ),
        Callbacks.values(Int?.none, String?.none, ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of two values", ending: .failed, isRejected: true),
            plain: { .completion($0) },
            optional: { .completion($0) },
            sendable: { .completion($0) },
            optionalSendable: { .completion($0) },
            main: { .completion(onMain: $0) },
            optionalMain: { .completion(onMain: $0) }
        ),
        Callbacks.values(1, ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of a value that is not optional", ending: .failed),
            plain: { .completion($0) },
            optional: { .completion($0) },
            sendable: { .completion($0) },
            optionalSendable: { .completion($0) },
            main: { .completion(onMain: $0) },
            optionalMain: { .completion(onMain: $0) }
        ),
        Callbacks.values(Result<Int, ClientError>.failure(ClientError("no"))).cases(
            RoleKind(name: "completion of a typed result", ending: .failed),
            plain: { .completion($0) },
            optional: { .completion($0) },
            sendable: { .completion($0) },
            optionalSendable: { .completion($0) },
            main: { .completion(onMain: $0) },
            optionalMain: { .completion(onMain: $0) }
        ),
    ]

    private static let progress: [[RoleCase]] = [
        Callbacks.values(1).cases(
            RoleKind(name: "progress of one value", ending: .lost),
            plain: { .progress($0) },
            optional: { .progress($0) },
            sendable: { .progress($0) },
            optionalSendable: { .progress($0) },
            main: { .progress(onMain: $0) },
            optionalMain: { .progress(onMain: $0) }
        ),
        Callbacks.values(1, "b").cases(
            RoleKind(name: "progress of two values", ending: .lost),
            plain: { .progress($0) },
            optional: { .progress($0) },
            sendable: { .progress($0) },
            optionalSendable: { .progress($0) },
            main: { .progress(onMain: $0) },
            optionalMain: { .progress(onMain: $0) }
        ),
        Callbacks.values(1, "b", true).cases(
            RoleKind(name: "progress of three values", ending: .lost),
            plain: { .progress($0) },
            optional: { .progress($0) },
            sendable: { .progress($0) },
            optionalSendable: { .progress($0) },
            main: { .progress(onMain: $0) },
            optionalMain: { .progress(onMain: $0) }
        ),
    ]

    private static let callbacks: [[RoleCase]] = [
        Callbacks.values("no").cases(
            RoleKind(name: "callback of one value", ending: .failed, isRejected: true),
            plain: { .callback($0, error: problem, rejection: { "\($0)" }) },
            optional: { .callback($0, error: problem, rejection: { "\($0)" }) },
            sendable: { .callback($0, error: problem, rejection: { "\($0)" }) },
            optionalSendable: { .callback($0, error: problem, rejection: { "\($0)" }) }
        ),
        Callbacks.values("no", 1).cases(
            RoleKind(name: "callback of two values", ending: .failed, isRejected: true),
            plain: { .callback($0, error: problem, rejection: { ("\($0)", 1) }) },
            optional: { .callback($0, error: problem, rejection: { ("\($0)", 1) }) },
            sendable: { .callback($0, error: problem, rejection: { ("\($0)", 1) }) },
            optionalSendable: { .callback($0, error: problem, rejection: { ("\($0)", 1) }) }
        ),
        Callbacks.values("no", 1, true).cases(
            RoleKind(name: "callback of three values", ending: .failed, isRejected: true),
            plain: { .callback($0, error: problem, rejection: { ("\($0)", 1, true) }) },
            optional: { .callback($0, error: problem, rejection: { ("\($0)", 1, true) }) },
            sendable: { .callback($0, error: problem, rejection: { ("\($0)", 1, true) }) },
            optionalSendable: { .callback($0, error: problem, rejection: { ("\($0)", 1, true) }) }
        ),
    ]

    private static let misfits: any DeprecatedRoles = Misfits()
}

/// Hides that the functions are deprecated: the compiler warns about each call.
private protocol DeprecatedRoles: Sendable { var cases: [[RoleCase]] { get } }

private struct Misfits: DeprecatedRoles {
    @available(*, deprecated)
    var cases: [[RoleCase]] {
        [
            Callbacks.values(Result<Int, any Error>.failure(ClientError("no"))).cases(
                RoleKind(name: "success of a result", ending: .failed, isRejected: true),
                plain: { .success($0) },
                optional: { .success($0) },
                sendable: { .success($0) },
                optionalSendable: { .success($0) }
            ),
            Callbacks.values(Int?.none, ClientError("no") as (any Error)?).cases(
                RoleKind(
                    name: "success of a value and an error",
                    ending: .failed,
                    isRejected: true
                ),
                plain: { .success($0) },
                optional: { .success($0) },
                sendable: { .success($0) },
                optionalSendable: { .success($0) }
            ),
        ]
    }
}

@Sendable private func problem(_ text: String) -> (any Error)? { ClientError(text) }
@Sendable private func problem(_ text: String, _: Int) -> (any Error)? { ClientError(text) }
@Sendable private func problem(_ text: String, _: Int, _: Bool) -> (any Error)? {
    ClientError(text)
}
