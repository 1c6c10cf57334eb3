/// Runs the body again and again, each time with a new client that answers in another order, until
/// there is no order left.
///
/// Requests end in any order, and code that was only tried with one of them may count on it:
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
/// Those are eight runs: two orders of two requests, with two answers each.
///
/// In the body, ``ScriptedClient/answerAll(maximum:)`` answers the outstanding requests one by one until
/// there is none, those included that callbacks issue meanwhile; which one is next is what differs
/// from run to run. So is what it is answered with, if there is a choice. Of requests that are issued
/// together n have n! orders, a chain has one.
///
/// An expectation that fails throws nothing: put the client into its message, which reads like
/// `GET profile → GET feed (failed)`. What is thrown comes out in an error that names the order.
///
/// Everything that the body uses has to be made in it, and it has to do the same in every run; it may
/// issue the same requests in another order. A body that does not is found out, and so is one that
/// leaves requests without an answer.
///
/// - Parameters:
///   - answers: what a request may be answered with, for which ``ScriptedClient/prepare(_:with:)``
///     has nothing else: each is tried, in every order.
///   - includingAtOnce: whether each request is also answered before the client's method has
///     returned, as cached ones are.
///   - maximumOrders: how many orders may be run.
///   - body: issues requests with the client and has it answer them.
/// - Returns: how many orders there were.
/// - Throws: ``CompletionOrderError`` for the first order in which the body throws, issues no request,
///   leaves requests outstanding or does not repeat itself, or if there are more orders than allowed.
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

/// The asynchronous form, which stays on the caller's actor; otherwise the same.
///
/// Nobody can know whether a task is about to issue a request: wait for those that are to take part.
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
/// Where a request follows only upon some answers, ``ScriptedClient/answerNext()`` goes one by one.
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
