/// A client whose intercepted methods call each other, each in the form that a test chooses.
final class NestingClient: RequestIntercepting, Sendable {
    typealias Done = @Sendable (Result<String, ClientError>) -> Void

    enum Form: CaseIterable, Sendable {
        case callbacks, sendable, completion, raw, handle, prepared
    }

    enum AsyncForm: CaseIterable, Sendable {
        case operation, reply
    }

    final class Handle: Sendable {
        let form: String
        let cancelled: Journal<String>

        init(_ form: String, _ cancelled: Journal<String>) {
            self.form = form
            self.cancelled = cancelled
        }

        func cancel() { cancelled.append(form) }
    }

    let base: ManualClient
    let interceptionSettings: InterceptionSettings
    /// The cancelled handles, each by its height: 1 for the innermost method.
    let cancelled = Journal<String>()
    private let handles = Locked([Handle]())

    init(_ base: ManualClient = ManualClient(), limiter: RequestLimiter? = nil) {
        self.base = base
        interceptionSettings = InterceptionSettings { $0.limiter = limiter }
    }

    /// Issues a request through one nested method for each form.
    func get(_ path: String, through forms: [Form], _ done: @escaping Done) {
        guard let form = forms.first else {
            return base.get(
                path,
                success: { done(.success($0)) },
                failure: { done(.failure($0 as? ClientError ?? ClientError("\($0)"))) }
            )
        }
        let rest = Array(forms.dropFirst())
        let label = "\(form) \(path)"
        switch form {
        case .callbacks:
            let success: (String) -> Void = { done(.success($0)) }
            let failure: (ClientError) -> Void = { done(.failure($0)) }
            intercept(label, .success(success), .failure(failure)) { success, failure in
                nonisolated(unsafe) let (success, failure) = (success, failure)
                self.get(path, through: rest) { result in
                    switch result {
                    case .success(let value): success(value)
                    case .failure(let error): failure(error)
                    }
                }
            }
        case .sendable:
            let success: @Sendable (String) -> Void = { done(.success($0)) }
            let failure: @Sendable (any Error) -> Void = { done(.failure(ClientError("\($0)"))) }
            intercept(label, .success(success), .failure(failure)) { success, failure in
                self.get(path, through: rest) { result in
                    switch result {
                    case .success(let value): success(value)
                    case .failure(let error): failure(error)
                    }
                }
            }
        case .completion: intercept(label, .completion(done)) { self.get(path, through: rest, $0) }
        case .raw:
            let reject = { (error: any Error) in done(.failure(ClientError("\(error)"))) }
            intercept(label, onRejection: reject) { call in
                self.get(path, through: rest, call.wrap(.completion(done)))
            }
        case .handle:
            let cancel = { @Sendable (handle: Handle) in handle.cancel() }
            let handle = intercept(label, .completion(done), cancel: cancel) { done in
                self.get(path, through: rest, done)
                return Handle("\(forms.count)", cancelled)
            }
            handles.withLock { $0.append(handle) }
        case .prepared:
            let call = prepare(
                label,
                start: { (start: @Sendable () -> Void) in start() },
                cancel: { _ in },
                { call in
                    let done = call.wrap(.completion(done))
                    return { @Sendable in self.get(path, through: rest, done) }
                }
            )
            call.start()
        }
    }

    /// Issues a request through nested asynchronous methods, and then through methods with callbacks.
    func value(
        _ path: String,
        through forms: [AsyncForm],
        then rest: [Form] = []
    ) async throws -> String {
        let inner = Array(forms.dropFirst())
        switch forms.first {
        case .operation:
            return try await intercept("operation \(path)") {
                try await self.value(path, through: inner, then: rest)
            }
        case .reply:
            return try await awaitReply("reply \(path)") { reply in
                self.get(path, through: rest) { reply.completion($0) }
            }
        case nil:
            return try await withCheckedThrowingContinuation { continuation in
                get(path, through: rest) { continuation.resume(with: $0) }
            }
        }
    }
}
