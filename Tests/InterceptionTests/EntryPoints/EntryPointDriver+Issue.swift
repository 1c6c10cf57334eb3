@testable import InterceptionTestSupport

// Issues a request through each entry point with callbacks.
extension EntryPointDriver {
    typealias Done = @Sendable (Result<String, any Error>) -> Void

    var network: InterceptingClient<ManualClient> { InterceptingClient(client, settings: settings) }

    func issue(_ path: String, priority: RequestPriority? = nil, isolation: (any Actor)? = nil) {
        let token = living.token()
        let done = { @Sendable [self] (result: Result<String, any Error>) in
            token.touch()
            note(path, result)
        }
        switch entryPoint {
        case .successAndFailure, .sendable, .result, .optionalError, .valueAndError, .progress,
            .finally, .fourRoles:
            issueByRoles(path, priority, isolation, done)
        case .handle, .handleOfTwo, .handleOfThree, .handleOfFour:
            do { try issueWithHandle(path, done) } catch { done(.failure(error)) }
        case .raw, .delegate, .subclass, .prepared: issueByCall(path, priority, isolation, done)
        case .operation, .reply, .awaitedData, .awaitedPlan, .awaitedBatch, .awaitedService:
            issueAwaited(path, priority, done)
        case .dataTask, .uploadTask, .delegateTask, .silentTask, .bareTask, .bareDelegateTask:
            issueTask(path, priority, done)
        case .plan, .interceptedPlan, .batch, .chain, .service: issuePlan(path, done)
        }
    }

    // MARK: - Roles

    private func issueByRoles(
        _ path: String,
        _ priority: RequestPriority?,
        _ isolation: (any Actor)?,
        _ done: @escaping Done
    ) {
        let success = { (value: String) in done(.success(value)) }
        let failure = { (error: any Error) in done(.failure(error)) }
        let (progress, finally) = ({ (_: Int) in }, {})
        let isOptional = isOptional
        switch entryPoint {
        case .result:
            network.intercept(
                builtLabel(path),
                .completion(done),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] done in begin(path, { done(.success($0)) }, { done(.failure($0)) }) }
        case .sendable:
            let success: @Sendable (String) -> Void = { done(.success($0)) }
            let failure: @Sendable (any Error) -> Void = { done(.failure($0)) }
            network.intercept(
                builtLabel(path),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] in begin(path, $0, $1) }
        case .optionalError:
            let completion = { (error: (any Error)?) in
                done(error.map { .failure($0) } ?? .success("ok"))
            }
            network.intercept(
                builtLabel(path),
                .completion(completion),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] completion in begin(path, { _ in completion(nil) }, { completion($0) }) }
        case .valueAndError:
            let completion = { (value: String?, error: (any Error)?) in
                done(error.map { .failure($0) } ?? .success(value ?? "nothing"))
            }
            network.intercept(
                builtLabel(path),
                .completion(completion),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] completion in begin(path, { completion($0, nil) }, { completion(nil, $0) }) }
        case .progress:
            network.intercept(
                builtLabel(path),
                .progress(progress),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] in beginAll(path, progress: $0, $1, $2) }
        case .finally:
            network.intercept(
                builtLabel(path),
                .success(success),
                .failure(failure),
                .finally(finally),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] in beginAll(path, $0, $1, finally: $2) }
        case .fourRoles:
            network.intercept(
                builtLabel(path),
                .progress(progress),
                .success(success),
                .failure(failure),
                .finally(finally),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] in beginAll(path, progress: $0, $1, $2, finally: $3) }
        default:
            network.intercept(
                builtLabel(path),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                priority: priority,
                isolation: isolation
            ) { [self] in begin(path, $0, $1) }
        }
    }

    private func beginAll(
        _ path: String,
        progress: (Int) -> Void = { _ in },
        _ success: @escaping (String) -> Void,
        _ failure: @escaping (any Error) -> Void,
        finally: @escaping () -> Void = {}
    ) {
        func end(_ callback: () -> Void) {
            callback()
            finally()
        }
        progress(1)
        begin(path, { value in end { success(value) } }, { error in end { failure(error) } })
    }

    // MARK: - Handles

    final class Handle: Sendable {
        private let driver: EntryPointDriver
        private let path: String

        init(_ driver: EntryPointDriver, _ path: String) {
            (self.driver, self.path) = (driver, path)
        }

        func cancel() { driver.stop(path) }
    }

    private func handle(_ path: String) throws -> Handle {
        if throwsErrors { throw ClientError("no") }
        let handle = Handle(self, path)
        if !holdsHandles { keep(path, handle) { [weak handle] in handle?.cancel() } }
        return handle
    }

    private func issueWithHandle(_ path: String, _ done: @escaping Done) throws {
        let success = { (value: String) in done(.success(value)) }
        let failure = { (error: any Error) in done(.failure(error)) }
        let (progress, finally) = ({ (_: Int) in }, {})
        let cancel = { @Sendable (handle: Handle) in handle.cancel() }
        switch entryPoint {
        case .handle:
            try network.intercept(
                builtLabel(path),
                .completion(done),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandles
            ) { [self] done in
                begin(path, { done(.success($0)) }, { done(.failure($0)) })
                return try handle(path)
            }
        case .handleOfTwo:
            try network.intercept(
                builtLabel(path),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandles
            ) { [self] in
                begin(path, $0, $1)
                return try handle(path)
            }
        case .handleOfThree:
            try network.intercept(
                builtLabel(path),
                .progress(progress),
                .success(success),
                .failure(failure),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandles
            ) { [self] in
                beginAll(path, progress: $0, $1, $2)
                return try handle(path)
            }
        default:
            try network.intercept(
                builtLabel(path),
                .progress(progress),
                .success(success),
                .failure(failure),
                .finally(finally),
                isOptional: isOptional,
                cancel: cancel,
                holdsHandle: holdsHandles
            ) { [self] in
                beginAll(path, progress: $0, $1, $2, finally: $3)
                return try handle(path)
            }
        }
    }
}
