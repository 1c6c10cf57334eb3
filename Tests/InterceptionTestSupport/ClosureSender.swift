/// A sender that passes each request to a closure.
struct ClosureSender: RequestSender {
    let pass: @Sendable (URLRequest, @escaping LoadCompletion) -> CancelHandle

    func send(_ request: URLRequest, completion: @escaping LoadCompletion) -> CancelHandle {
        pass(request, completion)
    }
}
