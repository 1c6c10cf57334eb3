@testable import Interception

/// A task form with a task that the test has created.
struct MadeForm<Task: URLSessionTask>: LoadableForm {
    let task: Task
    /// Receives the handler of the task.
    private let receiveHandler: @Sendable (@escaping DataHandler) -> Void
    private let completion: DataHandler?

    init(
        task: Task,
        keep: @escaping @Sendable (@escaping DataHandler) -> Void = { _ in },
        completion: DataHandler? = nil
    ) {
        (self.task, receiveHandler, self.completion) = (task, keep, completion)
    }

    var name: RequestName { .text("request") }
    var handler: TaskHandler? { if let completion { .data(completion) } else { nil } }

    func make(_ session: URLSession, _ piped: URLRequest?, _ end: TaskEnd?) -> Task {
        if let handler = end.dataHandler(or: completion) { receiveHandler(handler) }
        return task
    }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> (TaskValue, URLResponse) {
        throw URLError(.unsupportedURL)
    }
    #endif
}
