// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client DefaultsClient --preconcurrency --output Sources/Swift5App/Wrappers
//
// swift-format-ignore-file
// swiftlint:disable all

@preconcurrency import Clients
import Foundation
import Interception

nonisolated extension InterceptingClient<DefaultsClient> {
    var count: Int { base.count }

    var next: InterceptingClient<DefaultsClient>? {
        base.next.map { InterceptingClient<DefaultsClient>($0, settings: interceptionSettings) }
    }

    var patience: TimeInterval {
        get { base.patience }
        nonmutating set { base.patience = newValue }
    }

    var script: ScriptedClient<String> { base.script }

    // subscript(_:) is not wrapped: the command writes no subscripts. Written by hand in another
    // file, with this hint:
    //     subscript(_:) = skip

    var title: String {
        get { base.title }
        nonmutating set { base.title = newValue }
    }

    func attempting(
        attempts: Int = DefaultsClient.attempts,
        completion: @escaping (Result<String, any Error>) -> Void
    ) {
        intercept("attempting", .completion(completion)) { completion in
            base.attempting(attempts: attempts, completion: completion)
        }
    }

    func copy() -> InterceptingClient<DefaultsClient> {
        InterceptingClient<DefaultsClient>(base.copy(), settings: interceptionSettings)
    }

    func counted(_ count: inout Int) { base.counted(&count) }

    @available(macOS, introduced: 14)
    @available(iOS, introduced: 17)
    func new(completion: @escaping ((any Error)?) -> Void) {
        intercept("new", .completion(completion)) { base.new(completion: $0) }
    }

    @available(*, deprecated, message: "use \"send\"")
    func old(completion: @escaping ((any Error)?) -> Void) {
        intercept("old", .completion(completion)) { base.old(completion: $0) }
    }

    func ping(_ host: String, completion: @escaping ((any Error)?) -> Void) {
        intercept("ping", .completion(completion)) { base.ping(host, completion: $0) }
    }

    func rethrowing<Value>(_ body: () throws -> Value) rethrows -> Value {
        try base.rethrowing(body)
    }

    func retrying(retries: Int, completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("retrying", .completion(completion)) { completion in
            base.retrying(retries: retries, completion: completion)
        }
    }

    func retrying(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("retrying", .completion(completion)) { base.retrying(completion: $0) }
    }

    // send(_:method:headers:text:file:timeout:completion:) returns Ticket, to which the group
    // refers weakly: if the client does not keep it, cancelling the group does nothing. Settled
    // by a hint:
    //     -> Ticket = holds handle
    @discardableResult
    func send(
        _ path: String,
        method: DefaultsClient.Method = .usual,
        headers: [String: String] = DefaultsClient.headers,
        text: String = "a, b (\(1 + 2)) = \"c\"",
        file: StaticString = #fileID,
        timeout: TimeInterval = max(DefaultsClient.patience, 1),
        completion: @escaping (Result<String, any Error>) -> Void = { _ in }
    ) -> Ticket {
        intercept("send", .completion(completion), cancel: { $0.cancel() }) { completion in
            base.send(
                path,
                method: method,
                headers: headers,
                text: text,
                file: file,
                timeout: timeout,
                completion: completion
            )
        }
    }

    func time(completion: @escaping (Result<String, any Error>) -> Void) {
        intercept("time", .completion(completion)) { base.time(completion: $0) }
    }
}
