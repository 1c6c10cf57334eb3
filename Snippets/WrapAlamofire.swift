// Alamofire's session, wrapped at its public calls; below them the group is lost.

// A handle is cancelled by one closure and made in another.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument, AlwaysUseLowerCamelCase

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// snippet: Alamofire
// Once for the app. The name hides the library's own, so that calls stay as they are.
let AF = InterceptingClient(Alamofire.AF)

extension InterceptingClient<Session> {
    func request(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> GroupedRequest<DataRequest> {
        let request = base.request(
            convertible,
            method: method,
            parameters: parameters,
            encoding: encoding,
            headers: headers,
            interceptor: interceptor
        )
        return grouped(request, method, try? convertible.asURL())
    }

    func request<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> GroupedRequest<DataRequest> {
        let request = base.request(
            convertible,
            method: method,
            parameters: parameters,
            encoder: encoder,
            headers: headers,
            interceptor: interceptor
        )
        return grouped(request, method, try? convertible.asURL())
    }

    func request(
        _ convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil
    ) -> GroupedRequest<DataRequest> {
        let asked = try? convertible.asURLRequest()
        let request = base.request(convertible, interceptor: interceptor)
        return grouped(request, HTTPMethod(rawValue: asked?.httpMethod ?? ""), asked?.url)
    }

    func upload(
        _ data: Data,
        to convertible: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> GroupedRequest<UploadRequest> {
        let request = base.upload(
            data,
            to: convertible,
            method: method,
            headers: headers,
            interceptor: interceptor
        )
        return grouped(request, method, try? convertible.asURL())
    }

    func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        to convertible: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> GroupedRequest<UploadRequest> {
        let request = base.upload(
            multipartFormData: multipartFormData,
            to: convertible,
            method: method,
            headers: headers,
            interceptor: interceptor
        )
        return grouped(request, method, try? convertible.asURL())
    }

    func download(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> GroupedRequest<DownloadRequest> {
        let request = base.download(
            convertible,
            method: method,
            parameters: parameters,
            encoding: encoding,
            headers: headers,
            interceptor: interceptor,
            to: destination
        )
        return grouped(request, method, try? convertible.asURL())
    }

    private func grouped<Made>(
        _ request: Made,
        _ method: HTTPMethod,
        _ url: URL?
    ) -> GroupedRequest<Made> {
        GroupedRequest(
            base: request,
            label: "\(method.rawValue) \(url?.path ?? "")",  // no query
            interceptionSettings: interceptionSettings
        )
    }
}

/// A request that enters the group with each of its response handlers.
struct GroupedRequest<Base: Request>: RequestIntercepting {
    let base: Base
    let label: String
    let interceptionSettings: InterceptionSettings

    @discardableResult
    func cancel() -> Self {
        base.cancel()
        return self
    }

    func downloadProgress(
        queue: DispatchQueue = .main,
        closure: @escaping Request.ProgressHandler
    ) -> Self {
        base.downloadProgress(queue: queue, closure: closure)
        return self
    }

    func uploadProgress(
        queue: DispatchQueue = .main,
        closure: @escaping Request.ProgressHandler
    ) -> Self {
        base.uploadProgress(queue: queue, closure: closure)
        return self
    }

    fileprivate func enter(_ handle: (InterceptedCall) -> Base) -> Self {
        intercept(label, cancel: { $0.cancel() }, handle)
        return self
    }
}

extension GroupedRequest where Base: DataRequest {
    func validate() -> Self {
        base.validate()
        return self
    }

    func validate(statusCode codes: Range<Int>) -> Self {
        base.validate(statusCode: codes)
        return self
    }

    func validate(contentType types: [String]) -> Self {
        base.validate(contentType: types)
        return self
    }

    @discardableResult
    func response(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
    ) -> Self {
        enter { call in
            base.response(queue: queue) { response in
                call.answer(response.error) { completionHandler(response) }
            }
        }
    }

    @discardableResult
    func responseData(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data>) -> Void
    ) -> Self {
        enter { call in
            base.responseData(queue: queue) { response in
                call.answer(response.error) { completionHandler(response) }
            }
        }
    }

    @discardableResult
    func responseString(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<String>) -> Void
    ) -> Self {
        enter { call in
            base.responseString(queue: queue) { response in
                call.answer(response.error) { completionHandler(response) }
            }
        }
    }

    @discardableResult
    func responseDecodable<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        queue: DispatchQueue = .main,
        decoder: any DataDecoder = JSONDecoder(),
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        enter { call in
            base.responseDecodable(of: type, queue: queue, decoder: decoder) { response in
                call.answer(response.error) { completionHandler(response) }
            }
        }
    }

    func serializingDecodable<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self,
        decoder: any DataDecoder = JSONDecoder()
    ) -> GroupedValue<Base, Value> {
        GroupedValue(request: self) { $0.serializingDecodable(type, decoder: decoder) }
    }
}

extension GroupedRequest where Base: DownloadRequest {
    func validate() -> Self {
        base.validate()
        return self
    }

    @discardableResult
    func responseURL(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        enter { call in
            base.responseURL(queue: queue) { response in
                call.answer(response.error) { completionHandler(response) }
            }
        }
    }
}

/// The value of a request, which enters the group when it is awaited.
struct GroupedValue<Base: DataRequest, Value: Sendable>: Sendable {
    fileprivate let request: GroupedRequest<Base>
    fileprivate let task: @Sendable (Base) -> DataTask<Value>

    var value: Value {
        get async throws {
            try await request.intercept(request.label) { try await task(request.base).value }
        }
    }

    var result: Result<Value, AFError> {
        get async {
            do {
                return .success(try await value)
            } catch {
                return .failure(error as? AFError ?? .explicitlyCancelled)
            }
        }
    }
}
// end: Alamofire

func callSites() {
    // snippet: Alamofire, call site
    withRequestGroup("home page") {
        AF.request(feedURL).response { page.show($0.error) }
        AF.request(feedURL).responseData { page.show($0.error) }
        AF.request(feedURL).responseString(queue: queue) { page.show($0.error) }
        AF.request(feedURL).validate().responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.request(feedURL, parameters: ["page": 2], headers: ["Accept": "application/json"])
            .validate(statusCode: 200..<300).validate(contentType: ["application/json"])
            .responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.request(
            feedURL,
            method: .post,
            parameters: ["page": 2],
            encoding: JSONEncoding.default,
            interceptor: login
        )
        .responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.request(
            feedURL,
            method: .post,
            parameters: Comment(text: "nice"),
            encoder: JSONParameterEncoder.default
        )
        .response { page.show($0.error) }
        AF.request(URLRequest(url: url)).responseData { page.show($0.error) }
        AF.request(feedURL).downloadProgress { page.move($0.fractionCompleted) }
            .responseData { page.show($0.error) }
        AF.upload(picture, to: feedURL).uploadProgress { page.move($0.fractionCompleted) }
            .responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.upload(multipartFormData: { $0.append(picture, withName: "picture") }, to: feedURL)
            .response { page.show($0.error) }
        AF.download(feedURL).validate().responseURL { page.show($0.error) }
        let shown = AF.request(feedURL).response { page.show($0.error) }
        shown.cancel()
    } completion: { result in
        page.appear(result)
    }
    // end: Alamofire, call site
}

func asynchronousCallSites() async throws {
    // snippet: Alamofire, asynchronous call site
    let feed = try await withRequestGroup("home page", options: .timeout(.seconds(10))) {
        async let user = AF.request(userURL).serializingDecodable(User.self).value
        async let feed = AF.request(feedURL).validate().serializingDecodable(Feed.self).result
        return try await (user, feed)
    }
    // end: Alamofire, asynchronous call site
    _ = feed
}

// MARK: - The app

struct Feed: Decodable, Sendable {}
struct User: Decodable, Sendable {}
struct Comment: Encodable, Sendable { let text: String }

struct Page: Sendable {
    func show(_ error: AFError?) {}
    func move(_ fraction: Double) {}
    func appear(_ result: Result<Void, any Error>) {}
}

nonisolated var page: Page { Page() }
nonisolated var queue: DispatchQueue { .global() }
nonisolated var login: any RequestInterceptor { Login() }
nonisolated var picture: Data { Data() }
nonisolated var feedURL: String { "https://example.com/feed?token=secret" }
nonisolated var userURL: String { "https://example.com/user" }
nonisolated var url: URL { URL(fileURLWithPath: "/feed") }

struct Login: RequestInterceptor {}

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

protocol URLRequestConvertible: Sendable {
    func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
    func asURLRequest() throws -> URLRequest { self }
}

struct HTTPMethod: RawRepresentable, Sendable {
    static let get = HTTPMethod(rawValue: "GET")
    static let post = HTTPMethod(rawValue: "POST")
    let rawValue: String
}

typealias Parameters = [String: any Any & Sendable]

struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, String)...) {}
}

protocol ParameterEncoding: Sendable {}
struct URLEncoding: ParameterEncoding { static let `default` = URLEncoding() }
struct JSONEncoding: ParameterEncoding { static let `default` = JSONEncoding() }
protocol ParameterEncoder: Sendable {}
struct URLEncodedFormParameterEncoder: ParameterEncoder { static let `default` = Self() }
struct JSONParameterEncoder: ParameterEncoder { static let `default` = Self() }
protocol RequestInterceptor: Sendable {}
protocol DataDecoder: Sendable {}
extension JSONDecoder: DataDecoder {}

final class MultipartFormData {
    func append(_ data: Data, withName name: String) {}
}

enum AFError: Error {
    case invalidURL, explicitlyCancelled
}

struct DataResponse<Success, Failure: Error> {
    let result: Result<Success, Failure>
    var error: Failure? { if case .failure(let error) = result { error } else { nil } }
}

extension DataResponse: Sendable where Success: Sendable {}
typealias AFDataResponse<Success> = DataResponse<Success, AFError>
typealias AFDownloadResponse<Success> = DataResponse<Success, AFError>

final class Session: Sendable {
    func request(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> DataRequest {
        DataRequest()
    }

    func request<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> DataRequest {
        DataRequest()
    }

    func request(
        _ convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil
    ) -> DataRequest {
        DataRequest()
    }

    func upload(
        _ data: Data,
        to convertible: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> UploadRequest {
        UploadRequest()
    }

    func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        to url: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil
    ) -> UploadRequest {
        UploadRequest()
    }

    func download(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        DownloadRequest()
    }
}

/// Keeps its handlers until it is cancelled, and then calls them with an error.
// Safe: the only state is a stream, which is Sendable.
class Request: @unchecked Sendable {
    typealias ProgressHandler = @Sendable (Progress) -> Void
    private let cancellation = AsyncStream<Void>.makeStream()

    @discardableResult
    func cancel() -> Self {
        cancellation.continuation.finish()
        return self
    }

    @discardableResult
    func downloadProgress(queue: DispatchQueue = .main, closure: @escaping ProgressHandler) -> Self
    {
        self
    }

    @discardableResult
    func uploadProgress(queue: DispatchQueue = .main, closure: @escaping ProgressHandler) -> Self {
        self
    }

    func handle<Value: Sendable>(
        _ queue: DispatchQueue,
        _ completionHandler: @escaping @Sendable (DataResponse<Value, AFError>) -> Void
    ) -> Self {
        Task.detached { [self] in
            for await _ in cancellation.stream {}
            queue.async { completionHandler(DataResponse(result: .failure(.explicitlyCancelled))) }
        }
        return self
    }
}

class DataRequest: Request, @unchecked Sendable {
    @discardableResult func validate() -> Self { self }

    @discardableResult
    func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable { self }

    @discardableResult
    func validate<S: Sequence>(
        contentType acceptableContentTypes: @escaping @Sendable @autoclosure () -> S
    ) -> Self where S.Iterator.Element == String, S: Sendable { self }

    @discardableResult
    func response(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    func responseData(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    func responseString(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<String>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    func responseDecodable<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        queue: DispatchQueue = .main,
        decoder: any DataDecoder = JSONDecoder(),
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    func serializingDecodable<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self,
        decoder: any DataDecoder = JSONDecoder()
    ) -> DataTask<Value> {
        DataTask(request: self)
    }
}

final class UploadRequest: DataRequest, @unchecked Sendable {}

final class DownloadRequest: Request, @unchecked Sendable {
    typealias Destination = @Sendable (URL, HTTPURLResponse) -> URL

    @discardableResult func validate() -> Self { self }

    @discardableResult
    func responseURL(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }
}

struct DataTask<Value: Sendable>: Sendable {
    fileprivate let request: DataRequest

    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    request.response(queue: .global()) { _ in continuation.resume() }
                }
                throw AFError.explicitlyCancelled
            } onCancel: {
                request.cancel()
            }
        }
    }
}

// MARK: - Tried out

let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    AF.request(feedURL).responseDecodable(of: Feed.self) { _ in
        precondition(RequestGroup.current === group, "the handler runs in the group")
    }
    AF.upload(picture, to: feedURL).response { _ in }
    AF.download(feedURL).responseURL { _ in }
    precondition(
        group.outstanding == ["GET /feed", "POST /feed", "GET /feed"],
        "all are in, and no label has a query"
    )
    async let value = AF.request(userURL).serializingDecodable(User.self).result
    group.cancel()
    _ = await value
    return group
}
precondition(
    group.failures.map(\.reason) == Array(repeating: .cancelled, count: 4),
    "all were cancelled, and have answered"
)
