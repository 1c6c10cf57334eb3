/// Runs the body once for each order in which its requests can be answered, each time with a new client.
///
/// Requests may end in any order, and code that was tried in one order may depend on it:
///
/// ```swift
/// try withEveryCompletionOrder(answers: .success("[]"), .failure(Offline())) { client in
///     let model = PageModel(network: ScriptedNetwork(client: client))
///     model.load()
///     try client.answerAll()
///     XCTAssert(model.hasEnded, "\(client)")
/// }
/// ```
///
/// The example has eight runs: two orders of two requests, with two answers each.
///
/// In the body, ``ScriptedClient/answerAll(maximum:)`` answers the outstanding requests one by one, including
/// requests that callbacks issue meanwhile. The runs differ in the next request and in its answer. Requests
/// that are issued together, n of them, have n! orders; a chain has one.
///
/// A failed expectation throws nothing, so put the client into its message, which then reads like `GET
/// profile → GET feed (failed)`. An error that the body throws is reported with its order.
///
/// The body has to make all objects that it uses, and has to issue the same requests in every run, in any
/// order. A body that does not, or that leaves requests without an answer, is reported.
///
/// - Parameters:
///   - answers: The answers of requests without an own ``ScriptedClient/prepare(_:with:)``: each is tried in
///     every order.
///   - includingAtOnce: Whether each request is also answered before the client's method returns, as from a
///     cache.
///   - maximumOrders: The greatest number of orders to run.
///   - body: The closure that issues requests with the client and answers them.
/// - Returns: The number of orders.
/// - Throws: ``CompletionOrderError`` for the first order in which the body throws, issues no request, leaves
///   requests outstanding or does not repeat itself, or if there are more orders than allowed.
@discardableResult
public func withEveryCompletionOrder<Value: Sendable>(
    answers: ScriptedAnswer<Value>...,
    includingAtOnce: Bool = false,
    maximumOrders: Int = 10_000,
    body: (ScriptedClient<Value>) throws -> Void
) throws(CompletionOrderError) -> Int {
    var search = CompletionOrderSearch(
        answers: answers,
        includesAtOnce: includingAtOnce,
        maximumOrders: maximumOrders
    )
    var isLast = false
    while !isLast {
        let client = try search.begin()
        let run = Result { try body(client) }
        isLast = try !search.end(client, thrown: run.reportedFailure)
    }
    return search.orderCount
}

/// Runs an asynchronous body once for each order of its answers, on the caller's actor; otherwise the same.
///
/// A task issues its requests at an unknown time, so wait for the requests before you answer them.
///
/// ```swift
/// try await withEveryCompletionOrder(answers: .success("[]")) { client in
///     async let page = model(ScriptedNetwork(client: client))
///     try await client.waitForRequests("GET feed", "GET profile")
///     try client.answerAll()
///     let hasEnded = await page.hasEnded
///     XCTAssert(hasEnded, "\(client)")
/// }
/// ```
///
/// If only some answers lead to a further request, answer one by one with ``ScriptedClient/answerNext()``.
@discardableResult
public func withEveryCompletionOrder<Value: Sendable>(
    answers: ScriptedAnswer<Value>...,
    includingAtOnce: Bool = false,
    maximumOrders: Int = 10_000,
    body: (ScriptedClient<Value>) async throws -> Void
) async throws(CompletionOrderError) -> Int {
    var search = CompletionOrderSearch(
        answers: answers,
        includesAtOnce: includingAtOnce,
        maximumOrders: maximumOrders
    )
    var isLast = false
    while !isLast {
        let client = try search.begin()
        var thrown: (any Error)?
        do {
            try Task.checkCancellation()
            try await body(client)
        } catch {
            thrown = error
        }
        isLast = try !search.end(client, thrown: thrown)
    }
    return search.orderCount
}
