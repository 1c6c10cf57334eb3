import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An old client, which was written without regard to groups and to `Sendable`.
class OldNetwork {
    typealias Failure = (Error) -> Void

    enum LoginError: Error { case wrongPassword }

    static let shared = OldNetwork()
    fileprivate static let retries = 3

    var baseURL = "https://example.com"
    private(set) var headers: [String: String] = [:]

    func get(_ path: String, success: ((String) -> Void)?, failure: Failure?) {
        later { success?(path) }
    }

    func post(
        _ path: String!,
        params: [String: Any]? = nil,
        success: ((Any) -> Void)!,
        failure: ((NSError) -> Void)!
    ) {
        later { failure(NSError(domain: "post", code: 500)) }
    }

    func upload(
        _ data: Data,
        uploadProgress: ((Double) -> Void)?,
        success: @escaping () -> Void,
        failure: @escaping Failure
    ) {
        later {
            uploadProgress?(1)
            success()
        }
    }

    @discardableResult
    func download(
        _ path: String,
        to folder: String = NSTemporaryDirectory(),
        progress: @escaping (Int64, Int64) -> Void = { _, _ in },
        completion: @escaping (String?, Error?) -> Void
    ) -> Ticket? {
        later {
            progress(1, 1)
            completion(path, nil)
        }
        return Ticket()
    }

    func login(
        user: String,
        password: String,
        onSuccess: @escaping (String) -> Void,
        onError: @escaping (LoginError) -> Void
    ) {
        later { onError(.wrongPassword) }
    }

    func retrying(
        _ path: String,
        times: Int = retries,
        shouldRetry: @escaping (Int, Error) -> Bool,
        completion: @escaping (Result<String, Error>) -> Void
    ) {
        later {
            _ = shouldRetry(times, LoginError.wrongPassword)
            completion(.success(path))
        }
    }

    func profile(_ id: Int) async throws -> String { "\(id)" }

    /// Needs a hint, which comes with the command.
    func legacy(_ path: String, done: @escaping (Bool, String?) -> Void) {
        later { done(true, path) }
    }

    func with(header: String, _ value: String) -> Self {
        headers[header] = value
        return self
    }

    private func later(_ work: @escaping () -> Void) {
        // Safe: the closure is called once.
        nonisolated(unsafe) let work = work
        DispatchQueue.global().async { work() }
    }
}

class Ticket {
    func cancel() {}
}
