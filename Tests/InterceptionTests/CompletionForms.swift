import Foundation
import Interception
import TestSupport

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The forms of the completion role.
enum CompletionForms {
    private static let response = URLResponse(
        url: URL(fileURLWithPath: "/"),
        mimeType: nil,
        expectedContentLength: 0,
        textEncodingName: nil
    )

    static let succeeding = [
        RoleCase("Result") { call, witness in
            let callback: (Result<Int, any Error>) -> Void = { witness.note($0) }
            call.completion(callback)(.success(1))
        },
        RoleCase("error or nil") { call, witness in
            let callback: ((any Error)?) -> Void = { witness.note($0 == nil) }
            call.completion(callback)(nil)
        },
        RoleCase("(Value?, Error?)") { call, witness in
            let callback: (String?, (any Error)?) -> Void = { witness.note($0 ?? "", $1 == nil) }
            call.completion(callback)("a", nil)
        },
        RoleCase("(Data?, URLResponse?, Error?)") { call, witness in
            let callback: (Data?, URLResponse?, (any Error)?) -> Void = {
                witness.note($0?.count ?? 0, $1 === response, $2 == nil)
            }
            call.completion(callback)(Data([1, 2]), response, nil)
        },
    ]

    /// Each answers with an error, and then, once too often, without one.
    static let answeringTwice = [
        RoleCase("Result") { call, witness in
            let callback: (Result<Int, ClientError>) -> Void = { witness.note($0) }
            let wrapped: (Result<Int, ClientError>) -> Void = call.completion(callback)
            wrapped(.failure(ClientError("no")))
            wrapped(.success(1))
        },
        RoleCase("optional Result") { call, witness in
            let callback: ((Result<Int, ClientError>) -> Void)? = { witness.note($0) }
            let wrapped: ((Result<Int, ClientError>) -> Void)? = call.completion(callback)
            wrapped?(.failure(ClientError("no")))
            wrapped?(.success(1))
        },
        RoleCase("@Sendable Result") { call, witness in
            let callback: @Sendable (Result<Int, ClientError>) -> Void = { witness.note($0) }
            let wrapped: @Sendable (Result<Int, ClientError>) -> Void = call.completion(callback)
            wrapped(.failure(ClientError("no")))
            wrapped(.success(1))
        },
        RoleCase("optional @Sendable Result") { call, witness in
            let callback: (@Sendable (Result<Int, ClientError>) -> Void)? = { witness.note($0) }
            let wrapped: (@Sendable (Result<Int, ClientError>) -> Void)? = call.completion(callback)
            wrapped?(.failure(ClientError("no")))
            wrapped?(.success(1))
        },
        RoleCase("@MainActor Result") { call, witness in
            let callback: @MainActor (Result<Int, ClientError>) -> Void = { witness.note($0) }
            let wrapped: @MainActor (Result<Int, ClientError>) -> Void = call.completion(
                onMain: callback
            )
            wrapped(.failure(ClientError("no")))
            wrapped(.success(1))
        },
        RoleCase("optional @MainActor Result") { call, witness in
            let callback: (@MainActor (Result<Int, ClientError>) -> Void)? = { witness.note($0) }
            let wrapped: (@MainActor (Result<Int, ClientError>) -> Void)? = call.completion(
                onMain: callback
            )
            wrapped?(.failure(ClientError("no")))
            wrapped?(.success(1))
        },
        RoleCase("error or nil") { call, witness in
            let callback: ((any Error)?) -> Void = { witness.note($0 as Any) }
            let wrapped: ((any Error)?) -> Void = call.completion(callback)
            wrapped(ClientError("no"))
            wrapped(nil)
        },
        RoleCase("optional error or nil") { call, witness in
            let callback: (((any Error)?) -> Void)? = { witness.note($0 as Any) }
            let wrapped: (((any Error)?) -> Void)? = call.completion(callback)
            wrapped?(ClientError("no"))
            wrapped?(nil)
        },
        RoleCase("@Sendable error or nil") { call, witness in
            let callback: @Sendable ((any Error)?) -> Void = { witness.note($0 as Any) }
            let wrapped: @Sendable ((any Error)?) -> Void = call.completion(callback)
            wrapped(ClientError("no"))
            wrapped(nil)
        },
        RoleCase("optional @Sendable error or nil") { call, witness in
            let callback: (@Sendable ((any Error)?) -> Void)? = { witness.note($0 as Any) }
            let wrapped: (@Sendable ((any Error)?) -> Void)? = call.completion(callback)
            wrapped?(ClientError("no"))
            wrapped?(nil)
        },
        RoleCase("@MainActor error or nil") { call, witness in
            let callback: @MainActor ((any Error)?) -> Void = { witness.note($0 as Any) }
            let wrapped: @MainActor ((any Error)?) -> Void = call.completion(onMain: callback)
            wrapped(ClientError("no"))
            wrapped(nil)
        },
        RoleCase("optional @MainActor error or nil") { call, witness in
            let callback: (@MainActor ((any Error)?) -> Void)? = { witness.note($0 as Any) }
            let wrapped: (@MainActor ((any Error)?) -> Void)? = call.completion(onMain: callback)
            wrapped?(ClientError("no"))
            wrapped?(nil)
        },
        RoleCase("(Value?, Error?)") { call, witness in
            let callback: (String?, (any Error)?) -> Void = { witness.note($0 ?? "", $1 as Any) }
            let wrapped: (String?, (any Error)?) -> Void = call.completion(callback)
            wrapped(nil, ClientError("no"))
            wrapped("a", nil)
        },
        RoleCase("optional (Value?, Error?)") { call, witness in
            let callback: ((String?, (any Error)?) -> Void)? = { witness.note($0 ?? "", $1 as Any) }
            let wrapped: ((String?, (any Error)?) -> Void)? = call.completion(callback)
            wrapped?(nil, ClientError("no"))
            wrapped?("a", nil)
        },
        RoleCase("@Sendable (Value?, Error?)") { call, witness in
            let callback: @Sendable (String?, (any Error)?) -> Void = {
                witness.note($0 ?? "", $1 as Any)
            }
            let wrapped: @Sendable (String?, (any Error)?) -> Void = call.completion(callback)
            wrapped(nil, ClientError("no"))
            wrapped("a", nil)
        },
        RoleCase("optional @Sendable (Value?, Error?)") { call, witness in
            let callback: (@Sendable (String?, (any Error)?) -> Void)? = {
                witness.note($0 ?? "", $1 as Any)
            }
            let wrapped: (@Sendable (String?, (any Error)?) -> Void)? = call.completion(callback)
            wrapped?(nil, ClientError("no"))
            wrapped?("a", nil)
        },
        RoleCase("@MainActor (Value?, Error?)") { call, witness in
            let callback: @MainActor (String?, (any Error)?) -> Void = {
                witness.note($0 ?? "", $1 as Any)
            }
            let wrapped: @MainActor (String?, (any Error)?) -> Void = call.completion(
                onMain: callback
            )
            wrapped(nil, ClientError("no"))
            wrapped("a", nil)
        },
        RoleCase("optional @MainActor (Value?, Error?)") { call, witness in
            let callback: (@MainActor (String?, (any Error)?) -> Void)? = {
                witness.note($0 ?? "", $1 as Any)
            }
            let wrapped: (@MainActor (String?, (any Error)?) -> Void)? = call.completion(
                onMain: callback
            )
            wrapped?(nil, ClientError("no"))
            wrapped?("a", nil)
        },
        RoleCase("(Value?, TypedError?)") { call, witness in
            let callback: (Int, ClientError?) -> Void = { witness.note($0, $1 as Any) }
            let wrapped: (Int, ClientError?) -> Void = call.completion(callback)
            wrapped(0, ClientError("no"))
            wrapped(1, nil)
        },
        RoleCase("optional (Value?, TypedError?)") { call, witness in
            let callback: ((Int, ClientError?) -> Void)? = { witness.note($0, $1 as Any) }
            let wrapped: ((Int, ClientError?) -> Void)? = call.completion(callback)
            wrapped?(0, ClientError("no"))
            wrapped?(1, nil)
        },
        RoleCase("@Sendable (Value?, TypedError?)") { call, witness in
            let callback: @Sendable (Int, ClientError?) -> Void = { witness.note($0, $1 as Any) }
            let wrapped: @Sendable (Int, ClientError?) -> Void = call.completion(callback)
            wrapped(0, ClientError("no"))
            wrapped(1, nil)
        },
        RoleCase("optional @Sendable (Value?, TypedError?)") { call, witness in
            let callback: (@Sendable (Int, ClientError?) -> Void)? = { witness.note($0, $1 as Any) }
            let wrapped: (@Sendable (Int, ClientError?) -> Void)? = call.completion(callback)
            wrapped?(0, ClientError("no"))
            wrapped?(1, nil)
        },
        RoleCase("@MainActor (Value?, TypedError?)") { call, witness in
            let callback: @MainActor (Int, ClientError?) -> Void = { witness.note($0, $1 as Any) }
            let wrapped: @MainActor (Int, ClientError?) -> Void = call.completion(onMain: callback)
            wrapped(0, ClientError("no"))
            wrapped(1, nil)
        },
        RoleCase("optional @MainActor (Value?, TypedError?)") { call, witness in
            let callback: (@MainActor (Int, ClientError?) -> Void)? = {
                witness.note($0, $1 as Any)
            }
            let wrapped: (@MainActor (Int, ClientError?) -> Void)? = call.completion(
                onMain: callback
            )
            wrapped?(0, ClientError("no"))
            wrapped?(1, nil)
        },
        RoleCase("(Data?, URLResponse?, Error?)") { call, witness in
            let callback: (Data?, URLResponse?, (any Error)?) -> Void = {
                witness.note($0 as Any, $1 === response, $2 as Any)
            }
            let wrapped: (Data?, URLResponse?, (any Error)?) -> Void = call.completion(callback)
            wrapped(nil, response, ClientError("no"))
            wrapped(Data(), response, nil)
        },
        RoleCase("optional (Data?, URLResponse?, Error?)") { call, witness in
            let callback: ((Data?, URLResponse?, (any Error)?) -> Void)? = {
                witness.note($0 as Any, $1 === response, $2 as Any)
            }
            let wrapped: ((Data?, URLResponse?, (any Error)?) -> Void)? = call.completion(callback)
            wrapped?(nil, response, ClientError("no"))
            wrapped?(Data(), response, nil)
        },
        RoleCase("@Sendable (Data?, URLResponse?, Error?)") { call, witness in
            let callback: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = {
                witness.note($0 as Any, $1 === response, $2 as Any)
            }
            let wrapped: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = call.completion(
                callback
            )
            wrapped(nil, response, ClientError("no"))
            wrapped(Data(), response, nil)
        },
        RoleCase("optional @Sendable (Data?, URLResponse?, Error?)") { call, witness in
            let callback: (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)? = {
                witness.note($0 as Any, $1 === response, $2 as Any)
            }
            let wrapped: (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)? = call.completion(
                callback
            )
            wrapped?(nil, response, ClientError("no"))
            wrapped?(Data(), response, nil)
        },
        RoleCase("@MainActor (Data?, URLResponse?, Error?)") { call, witness in
            let callback: @MainActor (Data?, URLResponse?, (any Error)?) -> Void = {
                witness.note($0 as Any, $1 === response, $2 as Any)
            }
            let wrapped: @MainActor (Data?, URLResponse?, (any Error)?) -> Void = call.completion(
                onMain: callback
            )
            wrapped(nil, response, ClientError("no"))
            wrapped(Data(), response, nil)
        },
        RoleCase("optional @MainActor (Data?, URLResponse?, Error?)") { call, witness in
            let callback: (@MainActor (Data?, URLResponse?, (any Error)?) -> Void)? = {
                witness.note($0 as Any, $1 === response, $2 as Any)
            }
            let wrapped: (@MainActor (Data?, URLResponse?, (any Error)?) -> Void)? =
                call.completion(
                    onMain: callback
                )
            wrapped?(nil, response, ClientError("no"))
            wrapped?(Data(), response, nil)
        },
    ]
}
