extension Journal<String> {
    /// Appends the body of a response; the handler of a task.
    func appendBody(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        append(String(decoding: body ?? Data(), as: UTF8.self))
    }
}
