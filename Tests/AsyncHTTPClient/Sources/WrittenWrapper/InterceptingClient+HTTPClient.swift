// Written by wrap-client: changes by hand are lost. To write it again:
//
//     swift package wrap-client HTTPClient --module AsyncHTTPClient --only tracer,execute,get,post,shutdown,shared,withHTTPClient --access-level public --output Sources/WrittenWrapper
//
// swift-format-ignore-file
// swiftlint:disable all

public import AsyncHTTPClient
public import Dispatch
public import Interception
public import Logging
public import NIOCore
public import NIOHTTP1
public import Tracing

nonisolated extension InterceptingClient<HTTPClient> {
    public var tracer: (any Tracer)? { base.tracer }

    public func execute(
        _ request: HTTPClientRequest,
        deadline: NIODeadline,
        logger: Logger? = nil
    ) async throws -> HTTPClientResponse {
        try await intercept("execute") {
            try await base.execute(request, deadline: deadline, logger: logger)
        }
    }

    public func execute(
        _ method: HTTPMethod = .GET,
        secureSocketPath: String,
        urlPath: String,
        body: HTTPClient.Body? = nil,
        deadline: NIODeadline? = nil,
        logger: Logger? = nil
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("execute", cancel: { _ in }) { call in
            let future = base.execute(
                method,
                secureSocketPath: secureSocketPath,
                urlPath: urlPath,
                body: body,
                deadline: deadline,
                logger: logger
            )
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func execute(
        _ method: HTTPMethod = .GET,
        socketPath: String,
        urlPath: String,
        body: HTTPClient.Body? = nil,
        deadline: NIODeadline? = nil,
        logger: Logger? = nil
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("execute", cancel: { _ in }) { call in
            let future = base.execute(
                method,
                socketPath: socketPath,
                urlPath: urlPath,
                body: body,
                deadline: deadline,
                logger: logger
            )
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func execute(
        _ request: HTTPClientRequest,
        timeout: TimeAmount,
        logger: Logger? = nil
    ) async throws -> HTTPClientResponse {
        try await intercept("execute") {
            try await base.execute(request, timeout: timeout, logger: logger)
        }
    }

    public func execute(
        _ method: HTTPMethod = .GET,
        url: String,
        body: HTTPClient.Body? = nil,
        deadline: NIODeadline? = nil,
        logger: Logger? = nil
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("execute", cancel: { _ in }) { call in
            let future = base.execute(
                method,
                url: url,
                body: body,
                deadline: deadline,
                logger: logger
            )
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func execute(
        request: HTTPClient.Request,
        deadline: NIODeadline? = nil
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("execute", cancel: { _ in }) { call in
            let future = base.execute(request: request, deadline: deadline)
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func execute(
        request: HTTPClient.Request,
        deadline: NIODeadline? = nil,
        logger: Logger
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("execute", cancel: { _ in }) { call in
            let future = base.execute(request: request, deadline: deadline, logger: logger)
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func execute(
        request: HTTPClient.Request,
        eventLoop: HTTPClient.EventLoopPreference,
        deadline: NIODeadline? = nil
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("execute", cancel: { _ in }) { call in
            let future = base.execute(request: request, eventLoop: eventLoop, deadline: deadline)
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func execute(
        request: HTTPClient.Request,
        eventLoop eventLoopPreference: HTTPClient.EventLoopPreference,
        deadline: NIODeadline? = nil,
        logger: Logger?
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("execute", cancel: { _ in }) { call in
            let future = base.execute(
                request: request,
                eventLoop: eventLoopPreference,
                deadline: deadline,
                logger: logger
            )
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func get(
        url: String,
        deadline: NIODeadline? = nil
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("get", cancel: { _ in }) { call in
            let future = base.get(url: url, deadline: deadline)
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func get(
        url: String,
        deadline: NIODeadline? = nil,
        logger: Logger
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("get", cancel: { _ in }) { call in
            let future = base.get(url: url, deadline: deadline, logger: logger)
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func post(
        url: String,
        body: HTTPClient.Body? = nil,
        deadline: NIODeadline? = nil
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("post", cancel: { _ in }) { call in
            let future = base.post(url: url, body: body, deadline: deadline)
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func post(
        url: String,
        body: HTTPClient.Body? = nil,
        deadline: NIODeadline? = nil,
        logger: Logger
    ) -> EventLoopFuture<HTTPClient.Response> {
        intercept("post", cancel: { _ in }) { call in
            let future = base.post(url: url, body: body, deadline: deadline, logger: logger)
            let promise = future.eventLoop.makePromise(of: HTTPClient.Response.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func shutdown() -> EventLoopFuture<Void> {
        intercept("shutdown", cancel: { _ in }) { call in
            let future = base.shutdown()
            let promise = future.eventLoop.makePromise(of: Void.self)
            future.whenComplete(call.wrap(.completion(promise.completeWith)))
            return promise.futureResult
        }
    }

    public func shutdown() async throws {
        try await intercept("shutdown") { try await base.shutdown() }
    }

    @preconcurrency
    public func shutdown(
        queue: DispatchQueue = .global(),
        _ callback: @escaping @Sendable ((any Error)?) -> Void
    ) {
        intercept("shutdown", .completion(callback)) { base.shutdown(queue: queue, $0) }
    }
}

nonisolated extension InterceptingClient<HTTPClient.Type> {
    public var shared: InterceptingClient<HTTPClient> {
        InterceptingClient<HTTPClient>(base.shared, settings: interceptionSettings)
    }

    // withHTTPClient(eventLoopGroup:configuration:backgroundActivityLogger:isolation:_:) is not
    // wrapped: body cannot be kept until the request starts; with this hint its group does not
    // wait for it. Settled by a hint:
    //     withHTTPClient(eventLoopGroup:configuration:backgroundActivityLogger:isolation:_:) = forward
}
