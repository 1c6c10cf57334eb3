// Alamofire's session, wrapped at its public call; below that the group is lost.

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument, AlwaysUseLowerCamelCase

import Foundation
import Interception

// snippet: Alamofire
// Once for the app. The name hides the library's own, so that calls stay as they are.
let AF = InterceptingClient(Alamofire.AF)

extension InterceptingClient<Session> {
    func request(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        headers: HTTPHeaders? = nil
    ) -> GroupedRequest {
        GroupedRequest(
            base: base.request(
                convertible,
                method: method,
                parameters: parameters,
                headers: headers
            ),
            label: "\(method.rawValue) \((try? convertible.asURL())?.path ?? "")",
            interceptionSettings: interceptionSettings
        )
    }
}

struct GroupedRequest: RequestIntercepting {
    let base: DataRequest
    let label: String
    let interceptionSettings: InterceptionSettings

    func validate() -> Self {
        _ = base.validate()
        return self
    }

    @discardableResult
    func responseDecodable<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        intercept(label, cancel: { $0.cancel() }) { call in
            base.responseDecodable(of: type, queue: queue) { response in
                call.answer(response.error) { completionHandler(response) }
            }
        }
        return self
    }
}
// end: Alamofire

// snippet: Alamofire, call site
withRequestGroup("home page") {
    AF.request("https://example.com/feed").validate()
        .responseDecodable(of: Feed.self) { page.show($0) }  // as ever
} completion: { result in
    page.appear(result)
}
// end: Alamofire, call site

// MARK: - Alamofire, as much of it as is shown: the same public signatures

enum Alamofire {
    static let AF = Session()
}

protocol URLConvertible: Sendable {
    func asURL() throws -> URL
}

extension String: URLConvertible {
    func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL }
        return url
    }
}

struct HTTPMethod: RawRepresentable, Sendable {
    static let get = HTTPMethod(rawValue: "GET")
    let rawValue: String
}

typealias Parameters = [String: any Sendable]
struct HTTPHeaders: Sendable {}

enum AFError: Error {
    case invalidURL, explicitlyCancelled
}

struct DataResponse<Success, Failure: Error> {
    let result: Result<Success, Failure>
    var error: Failure? { if case .failure(let error) = result { error } else { nil } }
}

extension DataResponse: Sendable where Success: Sendable {}
typealias AFDataResponse<Success> = DataResponse<Success, AFError>

final class Session: Sendable {
    func request(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        headers: HTTPHeaders? = nil
    ) -> DataRequest {
        DataRequest()
    }
}

/// Keeps its handlers until it is cancelled, and then calls them with an error.
final class DataRequest: Sendable {
    private let cancellation = AsyncStream<Void>.makeStream()

    @discardableResult func validate() -> Self { self }

    @discardableResult
    func cancel() -> Self {
        cancellation.continuation.finish()
        return self
    }

    @discardableResult
    func responseDecodable<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        Task.detached { [self] in
            for await _ in cancellation.stream {}
            queue.async { completionHandler(DataResponse(result: .failure(.explicitlyCancelled))) }
        }
        return self
    }
}

// MARK: - The app

struct Feed: Decodable {}

struct Page: Sendable {
    func show(_ response: AFDataResponse<Feed>) {}
    func appear(_ result: Result<Void, any Error>) {}
}

nonisolated var page: Page { Page() }

// MARK: - Tried out

let feed = "https://example.com/feed?token=secret"
let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    AF.request(feed).responseDecodable(of: Feed.self) { _ in
        precondition(RequestGroup.current === group, "the handler runs in the group")
    }
    precondition(group.outstanding == ["GET /feed"], "it is in, and its label has no query")
    group.cancel()
    return group
}
precondition(group.failures.map(\.reason) == [.cancelled], "it was cancelled, and has answered")
