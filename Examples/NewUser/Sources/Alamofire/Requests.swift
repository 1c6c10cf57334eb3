// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request that starts with its first handler; when it is cancelled, it calls its handlers with an error.
// Safe: the only state is a stream, which is Sendable.
public class Request: @unchecked Sendable {
    public typealias ProgressHandler = @Sendable (Progress) -> Void
    public typealias ValidationResult = Result<Void, any Error & Sendable>
    public static let handlers = LockedCount()
    private let cancellation = AsyncStream<Void>.makeStream()

    @discardableResult
    public func cancel() -> Self {
        cancellation.continuation.finish()
        return self
    }

    @discardableResult
    public func downloadProgress(
        queue: DispatchQueue = .main,
        closure: @escaping ProgressHandler
    ) -> Self {
        self
    }

    @discardableResult
    public func uploadProgress(
        queue: DispatchQueue = .main,
        closure: @escaping ProgressHandler
    ) -> Self {
        self
    }

    @discardableResult
    public func authenticate(username: String, password: String) -> Self { self }

    func handle<Value: Sendable>(
        _ queue: DispatchQueue,
        _ completionHandler: @escaping @Sendable (DataResponse<Value, AFError>) -> Void
    ) -> Self {
        whenCancelled {
            queue.async { completionHandler(DataResponse(result: .failure(.explicitlyCancelled))) }
        }
        return self
    }

    func whenCancelled(_ action: @escaping @Sendable () -> Void) {
        Request.handlers.add()
        Task.detached { [self] in
            for await _ in cancellation.stream {}
            action()
        }
    }
}

// Safe: the count is only read and written with the lock.
public final class LockedCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    public init() {}

    public var value: Int {
        lock.lock()
        defer { lock.unlock() }
        return count
    }

    public func add() {
        lock.lock()
        defer { lock.unlock() }
        count += 1
    }
}

public class DataRequest: Request, @unchecked Sendable {
    public typealias Validation =
        @Sendable (URLRequest?, HTTPURLResponse, Data?) -> ValidationResult

    @discardableResult public func validate() -> Self { self }

    @discardableResult public func validate(_ validation: @escaping Validation) -> Self { self }

    @discardableResult
    public func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable { self }

    @discardableResult
    public func validate<S: Sequence>(
        contentType acceptableContentTypes: @escaping @Sendable @autoclosure () -> S
    ) -> Self where S.Iterator.Element == String, S: Sendable { self }

    @discardableResult
    public func response(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    public func responseData(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    public func responseString(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<String>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    public func responseDecodable<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        queue: DispatchQueue = .main,
        decoder: any DataDecoder = JSONDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<Value>.defaultEmptyResponseCodes,
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    public func serializingData() -> DataTask<Data> { DataTask(request: self) }
    public func serializingString() -> DataTask<String> { DataTask(request: self) }

    public func serializingDecodable<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self,
        decoder: any DataDecoder = JSONDecoder()
    ) -> DataTask<Value> {
        DataTask(request: self)
    }
}

public final class UploadRequest: DataRequest, @unchecked Sendable {}

public final class DownloadRequest: Request, @unchecked Sendable {
    public typealias Destination = @Sendable (URL, HTTPURLResponse) -> URL
    public typealias Validation = @Sendable (URLRequest?, HTTPURLResponse, URL?) -> ValidationResult

    @discardableResult public func validate() -> Self { self }

    @discardableResult public func validate(_ validation: @escaping Validation) -> Self { self }

    @discardableResult
    public func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable { self }

    @discardableResult
    public func validate<S: Sequence>(
        contentType acceptableContentTypes: @escaping @Sendable @autoclosure () -> S
    ) -> Self where S.Iterator.Element == String, S: Sendable { self }

    @discardableResult
    public func responseURL(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    public func responseData(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Data>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }
}

public final class DataStreamRequest: Request, @unchecked Sendable {
    public typealias Handler<Success, Failure: Error> =
        @Sendable (Stream<Success, Failure>) throws -> Void

    public struct Stream<Success: Sendable, Failure: Error>: Sendable {
        public let event: Event<Success, Failure>
    }

    public enum Event<Success: Sendable, Failure: Error>: Sendable {
        case stream(Result<Success, Failure>)
        case complete(Completion)
    }

    public struct Completion: Sendable {
        public let error: AFError?
    }

    @discardableResult
    public func responseStreamString(
        on queue: DispatchQueue = .main,
        stream: @escaping Handler<String, Never>
    ) -> Self {
        whenCancelled {
            queue.async {
                try? stream(Stream(event: .stream(.success("a line"))))
                try? stream(Stream(event: .complete(Completion(error: .explicitlyCancelled))))
            }
        }
        return self
    }
}

public struct DataTask<Value: Sendable>: Sendable {
    fileprivate let request: DataRequest

    public var result: Result<Value, AFError> {
        get async {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    request.response(queue: .global()) { _ in continuation.resume() }
                }
            } onCancel: {
                request.cancel()
            }
            return .failure(.explicitlyCancelled)
        }
    }
}
