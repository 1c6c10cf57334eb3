import Foundation

@testable import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A task form with a task that the test has created.
struct MadeForm<Task: URLSessionTask>: HandledTaskForm {
    let task: Task
    var keep: @Sendable (@escaping TaskHandler<Data>) -> Void = { _ in }

    var name: RequestName { .text("request") }
    var piped: URLRequest? { nil }

    func make(in session: URLSession, _ piped: URLRequest?) -> Task { task }

    func make(
        in session: URLSession,
        _ piped: URLRequest?,
        _ handler: @escaping TaskHandler<Data>
    ) -> Task {
        keep(handler)
        return task
    }
}
