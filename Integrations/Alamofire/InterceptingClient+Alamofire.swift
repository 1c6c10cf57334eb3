// Wraps Alamofire: copy this file into your app. The article *Alamofire* says how to use it.
// swift-format-ignore-file: OnlyOneTrailingClosureArgument, AlwaysUseLowerCamelCase

import Alamofire
import Foundation
import Interception

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
    /// The error for the group: `CancellationError` for a cancelled request, because a cancellation is not a failure.
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
