/// A callback client that returns a handle, which cancels the request and retains its callback.
final class HandleClient: Sendable {
    final class Handle: Sendable {
        typealias Completion = (Result<String, ClientError>) -> Void

        private struct Content: @unchecked Sendable {
            // Safe: a client may call its callbacks on any thread.
            var completion: Completion?
        }

        let path: String
        private let content: Locked<Content>

        fileprivate init(path: String, completion: @escaping Completion) {
            self.path = path
            content = Locked(Content(completion: completion))
        }

        static func cancel(_ handle: Handle) { handle.answer(.failure(ClientError("-999"))) }

        func answer(_ result: Result<String, ClientError>) {
            let taken = content.withLock { content in
                defer { content.completion = nil }
                return content
            }
            taken.completion?(result)
        }
    }

    private let handles = Locked([Handle]())

    func load(
        _ path: String,
        completion: @escaping (Result<String, ClientError>) -> Void
    ) -> Handle {
        let handle = Handle(path: path, completion: completion)
        handles.withLock { $0.append(handle) }
        return handle
    }

    func answer(_ path: String) {
        let handle = handles.withLock { handles in
            handles.firstIndex { $0.path == path }.map { handles.remove(at: $0) }
        }
        handle?.answer(.success("ok"))
    }

    func lose(_ path: String) {
        handles.withLock { handles in handles.removeAll { $0.path == path } }
    }
}

extension InterceptingClient<HandleClient> {
    func load(
        _ path: String,
        cancel: @escaping @Sendable (HandleClient.Handle) -> Void = HandleClient.Handle.cancel,
        completion: @escaping (Result<String, ClientError>) -> Void
    ) -> HandleClient.Handle {
        intercept("LOAD \(path)", .completion(completion), cancel: cancel) {
            base.load(path, completion: $0)
        }
    }
}
