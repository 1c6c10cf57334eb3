// Alamofire's session, wrapped at its public calls, because it does not propagate the group to its internal ones.

// One closure creates a handle, another cancels it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument, AlwaysUseLowerCamelCase

import Foundation
import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// snippet: Alamofire
// One client for the app. Its name shadows Alamofire's `AF`, so calls stay unchanged.
let AF = InterceptingClient(Alamofire.AF)

extension InterceptingClient<Session> {
    func request(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: Session.RequestModifier? = nil
    ) -> GroupedRequest<DataRequest> {
        let request = base.request(
            convertible,
            method: method,
            parameters: parameters,
            encoding: encoding,
            headers: headers,
            interceptor: interceptor,
            requestModifier: requestModifier
        )
        return grouped(request, method, try? convertible.asURL())
    }

    func request<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: Session.RequestModifier? = nil
    ) -> GroupedRequest<DataRequest> {
        let request = base.request(
            convertible,
            method: method,
            parameters: parameters,
            encoder: encoder,
            headers: headers,
            interceptor: interceptor,
            requestModifier: requestModifier
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
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: Session.RequestModifier? = nil
    ) -> GroupedRequest<UploadRequest> {
        let request = base.upload(
            data,
            to: convertible,
            method: method,
            headers: headers,
            interceptor: interceptor,
            requestModifier: requestModifier
        )
        return grouped(request, method, try? convertible.asURL())
    }

    func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        to convertible: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: Session.RequestModifier? = nil
    ) -> GroupedRequest<UploadRequest> {
        let request = base.upload(
            multipartFormData: multipartFormData,
            to: convertible,
            method: method,
            headers: headers,
            interceptor: interceptor,
            requestModifier: requestModifier
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
        requestModifier: Session.RequestModifier? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> GroupedRequest<DownloadRequest> {
        let request = base.download(
            convertible,
            method: method,
            parameters: parameters,
            encoding: encoding,
            headers: headers,
            interceptor: interceptor,
            requestModifier: requestModifier,
            to: destination
        )
        return grouped(request, method, try? convertible.asURL())
    }

    func grouped<Made>(
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

/// An Alamofire request that enters the group once for each of its response handlers.
struct GroupedRequest<Base: Request>: RequestIntercepting {
    let base: Base
    let label: String
    let interceptionSettings: InterceptionSettings
    var isOptional = false

    /// Returns the request, marked so that its failure does not fail the group.
    func optional() -> Self {
        var copy = self
        copy.isOptional = true
        return copy
    }

    @discardableResult
    func cancel() -> Self {
        base.cancel()
        return self
    }

    @preconcurrency @discardableResult
    func downloadProgress(
        queue: DispatchQueue = .main,
        closure: @escaping Request.ProgressHandler
    ) -> Self {
        base.downloadProgress(queue: queue, closure: closure)
        return self
    }

    @preconcurrency @discardableResult
    func uploadProgress(
        queue: DispatchQueue = .main,
        closure: @escaping Request.ProgressHandler
    ) -> Self {
        base.uploadProgress(queue: queue, closure: closure)
        return self
    }

    /// Adds a response handler after admission, because Alamofire starts a request with its first handler.
    func enter<Response>(
        _ handler: @escaping @Sendable (Response) -> Void,
        error: @escaping @Sendable (Response) -> AFError?,
        _ add: @escaping (@escaping @Sendable (Response) -> Void) -> Void
    ) -> Self {
        intercept(
            label,
            isOptional: isOptional,
            onRejection: { _ in addCancelled(handler, add) }
        ) { call in
            call.onCancel(base) { $0.cancel() }
            add { response in call.answer(error(response)?.reason) { handler(response) } }
        }
        return self
    }

    /// Cancels a rejected request, so that Alamofire calls the handler with an error; the group waits for the handler.
    private func addCancelled<Response>(
        _ handler: @escaping @Sendable (Response) -> Void,
        _ add: (@escaping @Sendable (Response) -> Void) -> Void
    ) {
        let group = CapturedGroup()
        base.cancel()
        add { response in group.run { handler(response) } }
    }
}

extension AFError {
    /// The error for the group: `CancellationError` for a cancelled request, because a cancellation is no failure.
    var reason: any Error { isExplicitlyCancelledError ? CancellationError() : self }
}

extension GroupedRequest where Base: DataRequest {
    @discardableResult
    func validate() -> Self {
        base.validate()
        return self
    }

    @preconcurrency @discardableResult
    func validate(_ validation: @escaping DataRequest.Validation) -> Self {
        base.validate(validation)
        return self
    }

    @preconcurrency @discardableResult
    func validate<Codes: Sequence<Int> & Sendable>(statusCode codes: Codes) -> Self {
        base.validate(statusCode: codes)
        return self
    }

    @preconcurrency @discardableResult
    func validate<Types: Sequence<String> & Sendable>(
        contentType types: @escaping @Sendable @autoclosure () -> Types
    ) -> Self {
        base.validate(contentType: types())
        return self
    }

    @preconcurrency @discardableResult
    func response(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data?>) -> Void
    ) -> Self {
        enter(completionHandler, error: { $0.error }) {
            base.response(queue: queue, completionHandler: $0)
        }
    }

    @preconcurrency @discardableResult
    func responseData(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<Data>) -> Void
    ) -> Self {
        enter(completionHandler, error: { $0.error }) {
            base.responseData(queue: queue, completionHandler: $0)
        }
    }

    @preconcurrency @discardableResult
    func responseString(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDataResponse<String>) -> Void
    ) -> Self {
        enter(completionHandler, error: { $0.error }) {
            base.responseString(queue: queue, completionHandler: $0)
        }
    }

    @preconcurrency @discardableResult
    func responseDecodable<Value: Decodable & Sendable>(
        of type: Value.Type = Value.self,
        queue: DispatchQueue = .main,
        decoder: any DataDecoder = JSONDecoder(),
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<Value>.defaultEmptyResponseCodes,
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        enter(completionHandler, error: { $0.error }) {
            base.responseDecodable(
                of: type,
                queue: queue,
                decoder: decoder,
                emptyResponseCodes: emptyResponseCodes,
                completionHandler: $0
            )
        }
    }

    func serializingData() -> GroupedValue<Base, Data> {
        GroupedValue(request: self) { $0.serializingData() }
    }

    func serializingString() -> GroupedValue<Base, String> {
        GroupedValue(request: self) { $0.serializingString() }
    }

    func serializingDecodable<Value: Decodable & Sendable>(
        _ type: Value.Type = Value.self,
        decoder: any DataDecoder = JSONDecoder()
    ) -> GroupedValue<Base, Value> {
        GroupedValue(request: self) { $0.serializingDecodable(type, decoder: decoder) }
    }
}

extension GroupedRequest where Base: DownloadRequest {
    @discardableResult
    func validate() -> Self {
        base.validate()
        return self
    }

    @preconcurrency @discardableResult
    func validate(_ validation: @escaping DownloadRequest.Validation) -> Self {
        base.validate(validation)
        return self
    }

    @preconcurrency @discardableResult
    func validate<Codes: Sequence<Int> & Sendable>(statusCode codes: Codes) -> Self {
        base.validate(statusCode: codes)
        return self
    }

    @preconcurrency @discardableResult
    func validate<Types: Sequence<String> & Sendable>(
        contentType types: @escaping @Sendable @autoclosure () -> Types
    ) -> Self {
        base.validate(contentType: types())
        return self
    }

    @preconcurrency @discardableResult
    func responseURL(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        enter(completionHandler, error: { $0.error }) {
            base.responseURL(queue: queue, completionHandler: $0)
        }
    }
}

/// The value of a request; awaiting the value makes the request enter the group.
struct GroupedValue<Base: DataRequest, Value: Sendable>: Sendable {
    let request: GroupedRequest<Base>
    let task: @Sendable (Base) -> DataTask<Value>

    var value: Value {
        get async throws { try await result.get() }
    }

    // The group receives `reason`. The caller receives Alamofire's error, even if the request never started.
    var result: Result<Value, AFError> {
        get async {
            do {
                let value = try await request.intercept(
                    request.label,
                    isOptional: request.isOptional
                ) {
                    try await task(request.base).result.mapError(\.reason).get()
                }
                return .success(value)
            } catch {
                return .failure(error as? AFError ?? .explicitlyCancelled)
            }
        }
    }

    func cancel() {
        request.cancel()
    }
}

extension InterceptingClient<Session> {
    // A pattern for methods of the session: pass the arguments on, and return the request in `grouped`.
    func upload(
        _ fileURL: URL,
        to convertible: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil
    ) -> GroupedRequest<UploadRequest> {
        let request = base.upload(fileURL, to: convertible, method: method, headers: headers)
        return grouped(request, method, try? convertible.asURL())
    }

    func download(
        _ convertible: any URLRequestConvertible,
        to destination: DownloadRequest.Destination? = nil
    ) -> GroupedRequest<DownloadRequest> {
        let asked = try? convertible.asURLRequest()
        let request = base.download(convertible, to: destination)
        return grouped(request, HTTPMethod(rawValue: asked?.httpMethod ?? ""), asked?.url)
    }
}

extension GroupedRequest {
    // A pattern for chained methods: call the method of `base`, and return `self`.
    func authenticate(username: String, password: String) -> Self {
        base.authenticate(username: username, password: password)
        return self
    }
}

extension GroupedRequest where Base: DownloadRequest {
    // A pattern for methods with a response handler: call `enter`, and copy Alamofire's `@preconcurrency`.
    @preconcurrency @discardableResult
    func responseData(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Data>) -> Void
    ) -> Self {
        enter(completionHandler, error: { $0.error }) {
            base.responseData(queue: queue, completionHandler: $0)
        }
    }
}

// Alamofire calls a stream's handler for each piece, and once at the end. The request leaves the group at the end.
extension InterceptingClient<Session> {
    func streamRequest(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        headers: HTTPHeaders? = nil
    ) -> GroupedRequest<DataStreamRequest> {
        let request = base.streamRequest(convertible, method: method, headers: headers)
        return grouped(request, method, try? convertible.asURL())
    }
}

extension GroupedRequest where Base: DataStreamRequest {
    @preconcurrency @discardableResult
    func responseStreamString(
        on queue: DispatchQueue = .main,
        stream: @escaping DataStreamRequest.Handler<String, Never>
    ) -> Self {
        typealias Piece = DataStreamRequest.Stream<String, Never>
        intercept(
            label,
            isOptional: isOptional,
            onRejection: { _ in
                let group = CapturedGroup()  // makes the group wait for the handler
                base.cancel().responseStreamString(on: queue) { piece in
                    try group.run { try stream(piece) }
                }
            }
        ) { call in
            call.onCancel(base) { $0.cancel() }
            base.responseStreamString(on: queue) { piece in
                var result = Result<Void, any Error>.success(())
                let handle = { (piece: Piece) in result = Result { try stream(piece) } }
                if case .complete(let end) = piece.event {
                    call.answer(end.error?.reason) { handle(piece) }  // leaves the group
                } else {
                    call.wrap(.progress(handle))(piece)  // stays in the group
                }
                try result.get()
            }
        }
        return self
    }
}
// end: Alamofire

func callSites() {
    // snippet: Alamofire, call site
    withRequestGroup("home page") {
        AF.request(feedURL).validate().responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.request(feedURL).downloadProgress { page.move($0.fractionCompleted) }
            .responseData { page.show($0.error) }
        AF.upload(multipartFormData: { $0.append(picture, withName: "picture") }, to: feedURL)
            .response { page.show($0.error) }
        AF.download(feedURL).responseURL { page.show($0.error) }
        AF.request(bannerURL).optional().responseData { page.show($0.error) }  // may fail
    } completion: { result in
        page.appear(result)
    }
    // end: Alamofire, call site
}

// snippet: Alamofire, own session
enum API {
    static let session: InterceptingClient<Session> = {  // before: Session
        let configuration = URLSessionConfiguration.af.default
        configuration.timeoutIntervalForRequest = 20
        return InterceptingClient(Session(configuration: configuration))  // before: Session(…)
    }()
}
// end: Alamofire, own session

// snippet: Alamofire, kept request
@MainActor
final class SearchScreen {
    private var search: GroupedRequest<DataRequest>?  // before: DataRequest?

    func search(for term: String) {
        search?.cancel()
        search = API.session.request(searchURL, parameters: ["term": term])
            .responseDecodable(of: Feed.self) { page.show($0.error) }
    }
}
// end: Alamofire, kept request

// snippet: Alamofire, search field
extension SearchScreen {
    func searchWhileTyping(_ term: String) {
        search?.cancel()
        search = API.session.request(searchURL, parameters: ["term": term]).optional()
            .responseDecodable(of: Feed.self) { page.show($0.error) }
    }
}
// end: Alamofire, search field

func limitedCallSite() {
    withRequestGroup("thumbnails", options: .limit(3)) {
        for url in thumbnails { AF.request(url).responseData { page.show($0.error) } }
    } completion: { result in
        page.appear(result)
    }
}

func moreCallSites() {
    withRequestGroup("log") {
        AF.request(feedURL).response { page.show($0.error) }
        AF.request(feedURL).responseString(queue: queue) { page.show($0.error) }
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
        AF.upload(picture, to: feedURL).uploadProgress { page.move($0.fractionCompleted) }
            .responseDecodable(of: Feed.self) { page.show($0.error) }
        AF.download(feedURL).validate().responseURL { page.show($0.error) }
        AF.request(feedURL, requestModifier: { $0.timeoutInterval = 5 }).response { _ in }
        AF.request(feedURL).validate(statusCode: [200, 404]).validate { _, _, _ in .success(()) }
            .responseDecodable(of: Feed.self, emptyResponseCodes: [202]) { _ in }
            .downloadProgress { _ in }
        AF.upload(picture, to: feedURL, requestModifier: { $0.timeoutInterval = 5 })
            .validate(contentType: Set(["text/plain"])).response { _ in }
        AF.download(feedURL, requestModifier: { $0.timeoutInterval = 5 })
            .validate(statusCode: 200..<300).validate { _, _, _ in .success(()) }
            .validate(contentType: ["text/plain"]).responseURL { _ in }
        AF.streamRequest(feedURL).responseStreamString { _ in }
        AF.upload(url, to: feedURL).authenticate(username: "me", password: "secret").response { _ in
        }
        AF.download(URLRequest(url: url)).responseData { _ in }
    } completion: { _ in
    }
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
    let text = AF.request(feedURL).optional().serializingString()
    text.cancel()
    _ = try await (text.value, AF.request(feedURL).serializingData().value)
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
nonisolated var bannerURL: String { "https://example.com/banner" }
nonisolated var userURL: String { "https://example.com/user" }
nonisolated var searchURL: String { "https://example.com/search" }
nonisolated var thumbnails: [String] { (1...9).map { "https://example.com/\($0).png" } }
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

    var isExplicitlyCancelledError: Bool {
        if case .explicitlyCancelled = self { true } else { false }
    }
}

extension URLSessionConfiguration {
    enum Extension { static var `default`: URLSessionConfiguration { .default } }
    static var af: Extension.Type { Extension.self }
}

struct DataResponse<Success, Failure: Error> {
    let result: Result<Success, Failure>
    var error: Failure? { if case .failure(let error) = result { error } else { nil } }
}

extension DataResponse: Sendable where Success: Sendable {}
typealias AFDataResponse<Success> = DataResponse<Success, AFError>
typealias AFDownloadResponse<Success> = DataResponse<Success, AFError>

enum DecodableResponseSerializer<Value> {
    static var defaultEmptyResponseCodes: Set<Int> { [204, 205] }
}

final class Session: Sendable {
    typealias RequestModifier = @Sendable (inout URLRequest) throws -> Void

    init(configuration: URLSessionConfiguration = .af.default) {}

    func request(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoding: any ParameterEncoding = URLEncoding.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataRequest {
        DataRequest()
    }

    func request<Parameters: Encodable & Sendable>(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        parameters: Parameters? = nil,
        encoder: any ParameterEncoder = URLEncodedFormParameterEncoder.default,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
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
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        UploadRequest()
    }

    func upload(
        _ fileURL: URL,
        to convertible: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
    ) -> UploadRequest {
        UploadRequest()
    }

    func upload(
        multipartFormData: @escaping (MultipartFormData) -> Void,
        to url: any URLConvertible,
        method: HTTPMethod = .post,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
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
        requestModifier: RequestModifier? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        DownloadRequest()
    }

    func download(
        _ convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil,
        to destination: DownloadRequest.Destination? = nil
    ) -> DownloadRequest {
        DownloadRequest()
    }

    func streamRequest(
        _ convertible: any URLConvertible,
        method: HTTPMethod = .get,
        headers: HTTPHeaders? = nil,
        interceptor: (any RequestInterceptor)? = nil,
        requestModifier: RequestModifier? = nil
    ) -> DataStreamRequest {
        DataStreamRequest()
    }
}

/// Starts with its first handler. Keeps its handlers until it is cancelled, and then calls them with an error.
// Safe: the only state is a stream, which is Sendable.
class Request: @unchecked Sendable {
    typealias ProgressHandler = @Sendable (Progress) -> Void
    typealias ValidationResult = Result<Void, any Error & Sendable>
    static let handlers = LockedCount()
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

    @discardableResult
    func authenticate(username: String, password: String) -> Self { self }

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
final class LockedCount: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    var value: Int {
        lock.lock()
        defer { lock.unlock() }
        return count
    }

    func add() {
        lock.lock()
        defer { lock.unlock() }
        count += 1
    }
}

class DataRequest: Request, @unchecked Sendable {
    typealias Validation = @Sendable (URLRequest?, HTTPURLResponse, Data?) -> ValidationResult

    @discardableResult func validate() -> Self { self }

    @discardableResult func validate(_ validation: @escaping Validation) -> Self { self }

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
        emptyResponseCodes: Set<Int> = DecodableResponseSerializer<Value>.defaultEmptyResponseCodes,
        completionHandler: @escaping @Sendable (AFDataResponse<Value>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    func serializingData() -> DataTask<Data> { DataTask(request: self) }
    func serializingString() -> DataTask<String> { DataTask(request: self) }

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
    typealias Validation = @Sendable (URLRequest?, HTTPURLResponse, URL?) -> ValidationResult

    @discardableResult func validate() -> Self { self }

    @discardableResult func validate(_ validation: @escaping Validation) -> Self { self }

    @discardableResult
    func validate<S: Sequence>(statusCode acceptableStatusCodes: S) -> Self
    where S.Iterator.Element == Int, S: Sendable { self }

    @discardableResult
    func validate<S: Sequence>(
        contentType acceptableContentTypes: @escaping @Sendable @autoclosure () -> S
    ) -> Self where S.Iterator.Element == String, S: Sendable { self }

    @discardableResult
    func responseURL(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<URL>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }

    @discardableResult
    func responseData(
        queue: DispatchQueue = .main,
        completionHandler: @escaping @Sendable (AFDownloadResponse<Data>) -> Void
    ) -> Self {
        handle(queue, completionHandler)
    }
}

final class DataStreamRequest: Request, @unchecked Sendable {
    typealias Handler<Success, Failure: Error> =
        @Sendable (Stream<Success, Failure>) throws -> Void

    struct Stream<Success: Sendable, Failure: Error>: Sendable {
        let event: Event<Success, Failure>
    }

    enum Event<Success: Sendable, Failure: Error>: Sendable {
        case stream(Result<Success, Failure>)
        case complete(Completion)
    }

    struct Completion: Sendable {
        let error: AFError?
    }

    @discardableResult
    func responseStreamString(
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

struct DataTask<Value: Sendable>: Sendable {
    fileprivate let request: DataRequest

    var result: Result<Value, AFError> {
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

// MARK: - Tried out

let group = try await withRequestGroup("tried out", options: .tolerant) { group in
    AF.request(feedURL).responseDecodable(of: Feed.self) { _ in
        precondition(RequestGroup.current === group, "the handler runs in the group")
    }
    AF.upload(picture, to: feedURL).response { _ in }
    AF.download(feedURL).responseURL { _ in }
    AF.streamRequest(feedURL).responseStreamString { _ in
        precondition(RequestGroup.current === group, "each piece comes in the group")
    }
    precondition(
        group.outstanding == ["GET /feed", "POST /feed", "GET /feed", "GET /feed"],
        "all are in, and no label has a query"
    )
    async let value = AF.request(userURL).serializingDecodable(User.self).result
    group.cancel()
    _ = await value
    return group
}
precondition(
    group.failures.map(\.reason) == Array(repeating: .cancelled, count: 5),
    "all were cancelled, and have answered"
)

// A request waits for a permit, and its handler receives the cancellation of the group.
let (before, answered) = (Request.handlers.value, LockedCount())
let limited = try await withRequestGroup("limited", options: .limit(1), .tolerant) { group in
    for _ in 1...3 {
        AF.request(feedURL).response { _ in
            precondition(
                RequestGroup.current === group,
                "so does the handler of a rejected request"
            )
            answered.add()
        }
    }
    AF.streamRequest(feedURL).responseStreamString {
        if case .complete = $0.event { answered.add() }
    }
    precondition(Request.handlers.value == before + 1, "the others have not started")
    group.cancel()
    return group
}
precondition(answered.value == 4, "the group waits for the handlers of all")
precondition(limited.failures.count == 4, "and counts each request once")

// The user cancels an awaited request: the group records it, and the caller gets Alamofire's error.
let awaited = try await withRequestGroup("awaited", options: .tolerant) { group in
    let request = AF.request(userURL)
    async let user = request.serializingDecodable(User.self).result
    while group.outstanding.isEmpty { await Task.yield() }
    request.cancel()
    guard case .failure(.explicitlyCancelled) = await user else { preconditionFailure("an answer") }
    return group
}
precondition(awaited.failures.map(\.reason) == [.cancelled], "the request has not failed")

// So does the caller of a request that is cancelled while it waits for a slot.
try await withRequestGroup("waiting", options: .limit(1), .tolerant) { group in
    AF.request(feedURL).response { _ in }
    async let user = AF.request(userURL).serializingDecodable(User.self).value
    while group.outstanding.count < 2 { await Task.yield() }
    group.cancel()
    do { _ = try await user } catch { precondition(error is AFError, "what it has always caught") }
}

// A superseded search does not fail its group, if it is optional or in a tolerant group.
try await withRequestGroup("screen") {
    _ = AF.request(searchURL).optional().response { _ in }.cancel()
    try await withRequestGroup("search", options: .tolerant) {
        _ = AF.request(searchURL).response { _ in }.cancel()
    }
}

// A request that the user cancels has not failed.
do {
    try await withRequestGroup("superseded") {
        _ = AF.request(feedURL).response { _ in }.cancel()
    }
    preconditionFailure("the group throws")
} catch is CancellationError {}
