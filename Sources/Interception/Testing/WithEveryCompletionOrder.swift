/// Runs the body once for each order in which its requests can be answered, each time with a new client.
///
/// Requests may end in any order, but code that was tested in only one order may depend on that order:
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
/// requests that callbacks issue meanwhile. The runs differ in the request that is answered next, and in its
/// answer. If n requests are issued together, they have n! orders. Requests that are issued one after another
/// have one order.
///
/// A failed expectation throws no error, so put the client into the message of the expectation. The message
/// then contains the order, such as `GET profile → GET feed (failed)`. An error that the body throws is reported
/// with its order.
///
/// The body has to create all objects that it uses. It has to issue the same requests in every run, in any
/// order, and must leave no request without an answer. Otherwise the function throws an error.
///
/// - Parameters:
///   - answers: The answers of requests without prepared answers; see ``ScriptedClient/prepare(_:with:)``.
///     Each answer is tried in every order.
///   - includingAtOnce: A Boolean value that indicates whether each request is also answered before the
///     client's method returns, as from a cache.
///   - maximumOrders: The greatest number of orders to run.
///   - body: The closure that issues requests with the client and answers them.
/// - Returns: The number of orders.
/// - Throws: ``CompletionOrderError`` for the first order in which the body throws, issues no request, leaves
///   requests outstanding or differs from its previous run. The same error is thrown if there are more orders
///   than `maximumOrders`.
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
    while true {
        let client = try search.nextClient()
        let run = Result { try body(client) }
        if try search.end(client, thrown: run.reportedFailure) { return search.orderCount }
    }
}

/// Runs an asynchronous body once for each order in which its requests can be answered, on the caller's actor.
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
/// If only some answers lead to a further request, answer the requests one by one with
/// ``ScriptedClient/answerNext()``.
///
/// - Throws: ``CompletionOrderError``, as the function for a synchronous body does, and if the task is cancelled.
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
    while true {
        let client = try search.nextClient()
        var thrown: (any Error)?
        do {
            try Task.checkCancellation()
            try await body(client)
        } catch {
            thrown = error
        }
        if try search.end(client, thrown: thrown) { return search.orderCount }
    }
}
