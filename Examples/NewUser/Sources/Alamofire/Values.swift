// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

public protocol URLConvertible: Sendable {
    func asURL() throws -> URL
}

extension String: URLConvertible {
    public func asURL() throws -> URL {
        guard let url = URL(string: self) else { throw AFError.invalidURL }
        return url
    }
}

public protocol URLRequestConvertible: Sendable {
    func asURLRequest() throws -> URLRequest
}

extension URLRequest: URLRequestConvertible {
    public func asURLRequest() throws -> URLRequest { self }
}

public struct HTTPMethod: RawRepresentable, Sendable {
    public static let get = HTTPMethod(rawValue: "GET")
    public static let post = HTTPMethod(rawValue: "POST")
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

public typealias Parameters = [String: any Any & Sendable]

public struct HTTPHeaders: Sendable, ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {}
}

public protocol ParameterEncoding: Sendable {}
public struct URLEncoding: ParameterEncoding { public static let `default` = URLEncoding() }
public struct JSONEncoding: ParameterEncoding { public static let `default` = JSONEncoding() }
public protocol ParameterEncoder: Sendable {}
public struct URLEncodedFormParameterEncoder: ParameterEncoder {
    public static let `default` = Self()
}
public struct JSONParameterEncoder: ParameterEncoder { public static let `default` = Self() }
public protocol RequestInterceptor: Sendable {}
public protocol DataDecoder: Sendable {}
extension JSONDecoder: DataDecoder {}

public final class MultipartFormData {
    public func append(_ data: Data, withName name: String) {}
}

public enum AFError: Error {
    case invalidURL, explicitlyCancelled

    public var isExplicitlyCancelledError: Bool {
        if case .explicitlyCancelled = self { true } else { false }
    }
}

extension URLSessionConfiguration {
    public enum Extension { public static var `default`: URLSessionConfiguration { .default } }
    public static var af: Extension.Type { Extension.self }
}

public struct DataResponse<Success, Failure: Error> {
    public let result: Result<Success, Failure>
    public var error: Failure? { if case .failure(let error) = result { error } else { nil } }
}

extension DataResponse: Sendable where Success: Sendable {}
public typealias AFDataResponse<Success> = DataResponse<Success, AFError>
public typealias AFDownloadResponse<Success> = DataResponse<Success, AFError>

public enum DecodableResponseSerializer<Value> {
    public static var defaultEmptyResponseCodes: Set<Int> { [204, 205] }
}
