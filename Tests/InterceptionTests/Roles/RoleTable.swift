@testable import InterceptionTestSupport

/// Each function that makes a role.
enum RoleTable {
    static let cases = (endings + completions + progress + callbacks + misfits.cases).flatMap { $0 }

    private static let endings: [[RoleCase]] = [
        Callbacks.noValue().cases(
            RoleKind(name: "success"),
            plain: { (.success($0), .success($1)) },
            sendable: { (.success($0), .success($1)) },
            main: { (.success(onMain: $0), .success(onMain: $1)) }
        ),
        Callbacks.values(1).cases(
            RoleKind(name: "success of one value"),
            plain: { (.success($0), .success($1)) },
            sendable: { (.success($0), .success($1)) },
            main: { (.success(onMain: $0), .success(onMain: $1)) }
        ),
        Callbacks.values(1, "b").cases(
            RoleKind(name: "success of two values"),
            plain: { (.success($0), .success($1)) },
            sendable: { (.success($0), .success($1)) },
            main: { (.success(onMain: $0), .success(onMain: $1)) }
        ),
        Callbacks.noValue().cases(
            RoleKind(name: "failure without an error", ending: .failed, isRejected: true),
            plain: { (.failure($0), .failure($1)) },
            sendable: { (.failure($0), .failure($1)) },
            main: { (.failure(onMain: $0), .failure(onMain: $1)) }
        ),
        Callbacks.values(ClientError("no") as any Error).cases(
            RoleKind(name: "failure", ending: .failed, isRejected: true),
            plain: { (.failure($0), .failure($1)) },
            sendable: { (.failure($0), .failure($1)) },
            main: { (.failure(onMain: $0), .failure(onMain: $1)) }
        ),
        Callbacks.values(ClientError("no")).cases(
            RoleKind(name: "failure of a typed error", ending: .failed),
            plain: { (.failure($0), .failure($1)) },
            sendable: { (.failure($0), .failure($1)) },
            main: { (.failure(onMain: $0), .failure(onMain: $1)) }
        ),
        Callbacks.values(ClientError("no") as (any Error)?).cases(
            RoleKind(name: "failure of an error or nil", ending: .failed, isRejected: true),
            plain: { (.failure($0), .failure($1)) },
            sendable: { (.failure($0), .failure($1)) },
            main: { (.failure(onMain: $0), .failure(onMain: $1)) }
        ),
        Callbacks.values(1 as Int?, ClientError("no") as any Error).cases(
            RoleKind(name: "failure of a value and an error", ending: .failed, isRejected: true),
            plain: { (.failure($0), .failure($1)) },
            sendable: { (.failure($0), .failure($1)) },
            main: { (.failure(onMain: $0), .failure(onMain: $1)) }
        ),
        Callbacks.noValue().cases(
            RoleKind(name: "finally", isRejected: true),
            plain: { (.finally($0), .finally($1)) },
            sendable: { (.finally($0), .finally($1)) },
            main: { (.finally(onMain: $0), .finally(onMain: $1)) }
        ),
    ]

    private static let completions: [[RoleCase]] = [
        Callbacks.values(Result<Int, any Error>.failure(ClientError("no"))).cases(
            RoleKind(name: "completion of a result", ending: .failed, isRejected: true),
            plain: { (.completion($0), .completion($1)) },
            sendable: { (.completion($0), .completion($1)) },
            main: { (.completion(onMain: $0), .completion(onMain: $1)) }
        ),
        Callbacks.values(ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of an error or nil", ending: .failed, isRejected: true),
            plain: { (.completion($0), .completion($1)) },
            sendable: { (.completion($0), .completion($1)) },
            main: { (.completion(onMain: $0), .completion(onMain: $1)) }
        ),
        Callbacks.values(Int?.none, ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of a value", ending: .failed, isRejected: true),
            plain: { (.completion($0), .completion($1)) },
            sendable: { (.completion($0), .completion($1)) },
            main: { (.completion(onMain: $0), .completion(onMain: $1)) }
        ),
        Callbacks.values(Int?.none, String?.none, ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of two values", ending: .failed, isRejected: true),
            plain: { (.completion($0), .completion($1)) },
            sendable: { (.completion($0), .completion($1)) },
            main: { (.completion(onMain: $0), .completion(onMain: $1)) }
        ),
        Callbacks.values(1, ClientError("no") as (any Error)?).cases(
            RoleKind(name: "completion of a value that is not optional", ending: .failed),
            plain: { (.completion($0), .completion($1)) },
            sendable: { (.completion($0), .completion($1)) },
            main: { (.completion(onMain: $0), .completion(onMain: $1)) }
        ),
        Callbacks.values(Result<Int, ClientError>.failure(ClientError("no"))).cases(
            RoleKind(name: "completion of a typed result", ending: .failed),
            plain: { (.completion($0), .completion($1)) },
            sendable: { (.completion($0), .completion($1)) },
            main: { (.completion(onMain: $0), .completion(onMain: $1)) }
        ),
    ]

    private static let progress: [[RoleCase]] = [
        Callbacks.values(1).cases(
            RoleKind(name: "progress of one value", ending: .lost),
            plain: { (.progress($0), .progress($1)) },
            sendable: { (.progress($0), .progress($1)) },
            main: { (.progress(onMain: $0), .progress(onMain: $1)) }
        ),
        Callbacks.values(1, "b").cases(
            RoleKind(name: "progress of two values", ending: .lost),
            plain: { (.progress($0), .progress($1)) },
            sendable: { (.progress($0), .progress($1)) },
            main: { (.progress(onMain: $0), .progress(onMain: $1)) }
        ),
        Callbacks.values(1, "b", true).cases(
            RoleKind(name: "progress of three values", ending: .lost),
            plain: { (.progress($0), .progress($1)) },
            sendable: { (.progress($0), .progress($1)) },
            main: { (.progress(onMain: $0), .progress(onMain: $1)) }
        ),
    ]

    private static let callbacks: [[RoleCase]] = [
        Callbacks.values("no").cases(
            RoleKind(name: "callback of one value", ending: .failed, isRejected: true),
            plain: {
                (
                    .callback($0, error: problem, rejection: text),
                    .callback($1, error: problem, rejection: text)
                )
            },
            sendable: {
                (
                    .callback($0, error: problem, rejection: text),
                    .callback($1, error: problem, rejection: text)
                )
            }
        ),
        Callbacks.values("no", 1).cases(
            RoleKind(name: "callback of two values", ending: .failed, isRejected: true),
            plain: {
                (
                    .callback($0, error: problem, rejection: pair),
                    .callback($1, error: problem, rejection: pair)
                )
            },
            sendable: {
                (
                    .callback($0, error: problem, rejection: pair),
                    .callback($1, error: problem, rejection: pair)
                )
            }
        ),
        Callbacks.values("no", 1, true).cases(
            RoleKind(name: "callback of three values", ending: .failed, isRejected: true),
            plain: {
                (
                    .callback($0, error: problem, rejection: triple),
                    .callback($1, error: problem, rejection: triple)
                )
            },
            sendable: {
                (
                    .callback($0, error: problem, rejection: triple),
                    .callback($1, error: problem, rejection: triple)
                )
            }
        ),
    ]

    private static let misfits: any DeprecatedRoles = Misfits()
}

/// Hides that the functions are deprecated: the compiler warns about each call.
private protocol DeprecatedRoles: Sendable { var cases: [[RoleCase]] { get } }

private struct Misfits: DeprecatedRoles {
    @available(*, deprecated) var cases: [[RoleCase]] {
        [
            Callbacks.values(Result<Int, any Error>.failure(ClientError("no"))).cases(
                RoleKind(name: "success of a result", ending: .failed, isRejected: true),
                plain: { (.success($0), .success($1)) },
                sendable: { (.success($0), .success($1)) }
            ),
            Callbacks.values(Int?.none, ClientError("no") as (any Error)?).cases(
                RoleKind(
                    name: "success of a value and an error",
                    ending: .failed,
                    isRejected: true
                ),
                plain: { (.success($0), .success($1)) },
                sendable: { (.success($0), .success($1)) }
            ),
        ]
    }
}

@Sendable private func problem(_ text: String) -> (any Error)? { ClientError(text) }
@Sendable private func problem(_ text: String, _: Int) -> (any Error)? { ClientError(text) }
@Sendable private func problem(_ text: String, _: Int, _: Bool) -> (any Error)? {
    ClientError(text)
}

@Sendable private func text(_ error: any Error) -> String { "\(error)" }
@Sendable private func pair(_ error: any Error) -> (String, Int) { ("\(error)", 1) }
@Sendable private func triple(_ error: any Error) -> (String, Int, Bool) { ("\(error)", 1, true) }
