import Foundation
import Interception
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A client with the usual signatures, wrapped: every form of `intercept` that takes the callbacks
/// themselves, with everything else that can be said there.
struct Wrapped: RequestIntercepting {
    let base: UsualClient
    let interceptionSettings: InterceptionSettings
    var isOptional = false
    var priority: RequestPriority?
    var isolation: (any Actor)?
    /// Every label that was built.
    let labels = Journal<String>()

    private func label(_ method: String = #function) -> String {
        labels.append(method)
        return method
    }

    func post(success: @escaping (Any) -> Void, failure: @escaping (any Error) -> Void) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            success: success,
            failure: failure,
            isolation: isolation
        ) { success, failure in base.post(success: success, failure: failure) }
    }

    func postSendable(
        success: @escaping @Sendable (Any) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            success: success,
            failure: failure,
            isolation: isolation
        ) { success, failure in base.postSendable(success: success, failure: failure) }
    }

    func postOptional(success: ((Any) -> Void)?, failure: ((any Error) -> Void)?) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            success: success,
            failure: failure,
            isolation: isolation
        ) { success, failure in base.postOptional(success: success, failure: failure) }
    }

    func postOptionalSendable(
        success: (@Sendable (Any) -> Void)?,
        failure: (@Sendable (any Error) -> Void)?
    ) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            success: success,
            failure: failure,
            isolation: isolation
        ) { success, failure in base.postOptionalSendable(success: success, failure: failure) }
    }

    func data(completion: @escaping (Data?, URLResponse?, (any Error)?) -> Void) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.data(completion: completion) }
    }

    func dataSendable(
        completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.dataSendable(completion: completion) }
    }

    func dataOptional(completion: ((Data?, URLResponse?, (any Error)?) -> Void)?) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.dataOptional(completion: completion) }
    }

    func dataOptionalSendable(
        completion: (@Sendable (Data?, URLResponse?, (any Error)?) -> Void)?
    ) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.dataOptionalSendable(completion: completion) }
    }

    func result(completion: @escaping (Result<Data, any Error>) -> Void) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.result(completion: completion) }
    }

    func resultSendable(completion: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.resultSendable(completion: completion) }
    }

    func resultOptional(completion: ((Result<Data, any Error>) -> Void)?) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.resultOptional(completion: completion) }
    }

    func resultOptionalSendable(completion: (@Sendable (Result<Data, any Error>) -> Void)?) {
        intercept(
            label(),
            isOptional: isOptional,
            priority: priority,
            completion: completion,
            isolation: isolation
        ) { completion in base.resultOptionalSendable(completion: completion) }
    }
}

/// One of the forms, and how to issue a request with it.
struct UsualForm: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// What its requests are called.
    let label: String
    let issue: @Sendable (Wrapped, @escaping @Sendable ((any Error)?) -> Void) -> Void

    private init(
        _ words: String,
        _ label: String,
        _ issue: @escaping @Sendable (Wrapped, @escaping @Sendable ((any Error)?) -> Void) -> Void
    ) {
        testDescription = words
        self.label = label
        self.issue = issue
    }

    static let all = [
        UsualForm("success and failure", "post(success:failure:)") { client, report in
            client.post(success: { report(same($0)) }, failure: { report($0) })
        },
        UsualForm("success and failure, @Sendable", "postSendable(success:failure:)") {
            client,
            report in
            client.postSendable(success: { report(same($0)) }, failure: { report($0) })
        },
        UsualForm("success and failure, optional", "postOptional(success:failure:)") {
            client,
            report in
            client.postOptional(success: { report(same($0)) }, failure: { report($0) })
        },
        UsualForm(
            "success and failure, optional, @Sendable",
            "postOptionalSendable(success:failure:)"
        ) { client, report in
            client.postOptionalSendable(success: { report(same($0)) }, failure: { report($0) })
        },
        UsualForm("data", "data(completion:)") { client, report in
            client.data { report(same($0, $1, $2)) }
        },
        UsualForm("data, @Sendable", "dataSendable(completion:)") { client, report in
            client.dataSendable { report(same($0, $1, $2)) }
        },
        UsualForm("data, optional", "dataOptional(completion:)") { client, report in
            client.dataOptional { report(same($0, $1, $2)) }
        },
        UsualForm("data, optional, @Sendable", "dataOptionalSendable(completion:)") {
            client,
            report in
            client.dataOptionalSendable { report(same($0, $1, $2)) }
        },
        UsualForm("result", "result(completion:)") { client, report in
            client.result { report(same($0)) }
        },
        UsualForm("result, @Sendable", "resultSendable(completion:)") { client, report in
            client.resultSendable { report(same($0)) }
        },
        UsualForm("result, optional", "resultOptional(completion:)") { client, report in
            client.resultOptional { report(same($0)) }
        },
        UsualForm("result, optional, @Sendable", "resultOptionalSendable(completion:)") {
            client,
            report in
            client.resultOptionalSendable { report(same($0)) }
        },
    ]
}

// What has come, of which nothing may have been lost on the way.

private func same(_ value: Any) -> (any Error)? {
    #expect(value as? String == "ok")
    return nil
}

private func same(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) -> (any Error)? {
    #expect((data == Data([1])) == (error == nil))
    #expect((response?.mimeType == "text/plain") == (error == nil))
    return error
}

private func same(_ result: Result<Data, any Error>) -> (any Error)? {
    switch result {
    case .success(let data):
        #expect(data == Data([1]))
        return nil
    case .failure(let error): return error
    }
}
