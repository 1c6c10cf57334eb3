import Foundation

@testable import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The form of a task that is made already, by a test and not by a session.
struct MadeForm<Task: URLSessionTask>: HandledTaskForm {
    let task: Task
    /// Gets the handler, if the task is to have one.
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
