@testable import Interception

/// A task form with a task that the test has created.
struct MadeForm<Task: URLSessionTask>: LoadableForm {
    let task: Task
    /// Receives the handler of the task.
    private let receiveHandler: @Sendable (@escaping DataHandler) -> Void
    let handler: TaskHandler?

    init(
        task: Task,
        keep: @escaping @Sendable (@escaping DataHandler) -> Void = { _ in },
        completion: DataHandler? = nil
    ) { (self.task, receiveHandler, handler) = (task, keep, completion.map(TaskHandler.data)) }

    var issued: TaskSource? { nil }

    func make(_ session: URLSession, _ adapted: URLRequest?, _ end: TaskEnd?) -> Task {
        if let handler = end.dataHandler(or: handler) { receiveHandler(handler) }
        return task
    }

    #if canImport(FoundationNetworking)
    func load(_ loading: TaskLoading) async throws -> TaskAnswer { throw URLError(.unsupportedURL) }
    #endif
}
