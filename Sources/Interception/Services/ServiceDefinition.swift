public import Foundation

/// A request that is defined once and sent from many places, through a ``ServiceMediator``.
///
/// ```swift
/// enum Services {
///     static let user = ServiceDefinition<User>("users/{id}", envelope: company)
///     static let search = ServiceDefinition<[User]>("users/search", envelope: company)
///     static let rename = ServiceDefinition<NoPayload>(
///         "rename",
///         path: "users/{id}/name",
///         method: "POST",
///         parameters: .json,
///         envelope: company
///     )
/// }
/// ```
///
/// The path is relative to the base URL of the mediator, and may have a query. A placeholder in braces before the
/// query is replaced by the parameter of that name, which is not sent anywhere else. The value is encoded, and stays
/// one segment of the path.
public struct ServiceDefinition<Response: Sendable>: Sendable {
    /// The name of the service in errors, listeners and request groups.
    package let name: String

    /// The path below the base URL; by default the name.
    package let path: String

    /// The HTTP method.
    package let method: String

    /// The place of the parameters that the path does not use.
    package let parameterPlace: ServiceParameterPlace

    /// The header fields of every request of the service; they replace a `Content-Type` that the parameters imply.
    package let headerFields: [String: String]

    /// The closure that converts a loaded response; an error that it throws fails the call.
    package let makeResponse: @Sendable (LoadedResponse) throws -> Response

    /// Creates a service that converts loaded responses with a closure.
    ///
    /// - Parameters:
    ///   - name: the name of the service, and its path unless `path` is given. It must not be secret: groups and
    ///     errors show it up to a `?`.
    ///   - path: the path below the base URL.
    ///   - method: the HTTP method.
    ///   - place: where to send the parameters that the path does not use.
    ///   - headerFields: header fields of every request of the service.
    ///   - makeResponse: converts the loaded response, once for each call, on the thread of the client's completion.
    ///     An error that it throws fails the call.
    public init(
        _ name: String,
        path: String? = nil,
        method: String = "GET",
        parameters place: ServiceParameterPlace = .query,
        headerFields: [String: String] = [:],
        response makeResponse: @escaping @Sendable (LoadedResponse) throws -> Response
    ) {
        self.name = name
        self.path = path ?? name
        self.method = method
        parameterPlace = place
        self.headerFields = headerFields
        self.makeResponse = makeResponse
    }
}

extension ServiceDefinition: CustomStringConvertible {
    /// The HTTP method, and the name without any query, such as `GET profile`.
    public var description: String { "\(method) \(name.prefix { $0 != "?" })".onOneLine }
}

extension ServiceDefinition where Response: Decodable {
    /// Creates a service whose response is the payload of an envelope.
    ///
    /// - Parameters:
    ///   - name: the name of the service, and its path unless `path` is given.
    ///   - path: the path below the base URL.
    ///   - method: the HTTP method.
    ///   - place: where to send the parameters that the path does not use.
    ///   - headerFields: header fields of every request of the service.
    ///   - envelope: decodes the body; an error that it throws fails the call.
    public init(
        _ name: String,
        path: String? = nil,
        method: String = "GET",
        parameters place: ServiceParameterPlace = .query,
        headerFields: [String: String] = [:],
        envelope: ResponseEnvelope
    ) {
        self.init(
            name,
            path: path,
            method: method,
            parameters: place,
            headerFields: headerFields,
            response: { try envelope.decode(from: $0.data) }
        )
    }

    /// Creates a service whose response is decoded from the whole body as JSON.
    ///
    /// - Parameters:
    ///   - name: the name of the service, and its path unless `path` is given.
    ///   - path: the path below the base URL.
    ///   - method: the HTTP method.
    ///   - place: where to send the parameters that the path does not use.
    ///   - headerFields: header fields of every request of the service.
    ///   - makeDecoder: returns the decoder of the body; a decoding error fails the call.
    public init(
        _ name: String,
        path: String? = nil,
        method: String = "GET",
        parameters place: ServiceParameterPlace = .query,
        headerFields: [String: String] = [:],
        decoder makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.init(
            name,
            path: path,
            method: method,
            parameters: place,
            headerFields: headerFields,
            response: { try makeDecoder().decode(Response.self, from: $0.data) }
        )
    }
}

/// The place of the parameters that a service's path does not use.
///
/// A query and a form list them sorted by name, repeat an array for each of its values, and omit `nil`.
public enum ServiceParameterPlace: Hashable, Sendable {
    /// The query of the URL, after the items that it already has.
    case query
    /// The body, form-encoded.
    case form
    /// The body, as JSON.
    case json
}
