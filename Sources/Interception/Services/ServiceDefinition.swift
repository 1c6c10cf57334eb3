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
/// query is replaced by the parameter of that name; this parameter is sent nowhere else. The value is
/// percent-encoded, so that a slash in the value does not begin a new segment of the path.
public struct ServiceDefinition<Response: Sendable>: Sendable {
    /// The name of the service in errors, listeners and request groups.
    package let name: String

    /// The path below the base URL; by default the name.
    let path: String

    let method: String
    let parameterPlace: ServiceParameterPlace

    /// The header fields of every request of the service; a `Content-Type` replaces that of the parameters.
    let headerFields: [String: String]

    let makeResponse: @Sendable (LoadedResponse) throws -> Response

    /// Creates a service that converts loaded responses with a closure.
    ///
    /// - Parameters:
    ///   - name: the name of the service, and its path unless `path` is given. The name must not contain
    ///     secrets, because groups and errors show the part before a `?`.
    ///   - path: the path below the base URL.
    ///   - method: the HTTP method.
    ///   - place: the place of the parameters that the path does not use; by default the query for the methods `GET`,
    ///     `HEAD` and `DELETE`, and the form-encoded body for the others.
    ///   - headerFields: the header fields of every request of the service.
    ///   - makeResponse: the closure that converts the loaded response, once for each call, on the thread of the
    ///     client's completion. An error that the closure throws fails the call.
    public init(
        _ name: String,
        path: String? = nil,
        method: String = "GET",
        parameters place: ServiceParameterPlace? = nil,
        headerFields: [String: String] = [:],
        response makeResponse: @escaping @Sendable (LoadedResponse) throws -> Response
    ) {
        self.name = name
        self.path = path ?? name
        self.method = method
        let hasQuery = ["GET", "HEAD", "DELETE"].contains(method.uppercased())
        parameterPlace = place ?? (hasQuery ? .query : .form)
        self.headerFields = headerFields
        self.makeResponse = makeResponse
    }
}

extension ServiceDefinition: CustomStringConvertible {
    /// The HTTP method, and the name without any query, such as `GET profile`.
    public var description: String { "\(method) \(name.prefix { $0 != "?" })".onOneLine }
}

extension ServiceDefinition where Response: Decodable {
    /// Creates a service whose response is the payload of an envelope; a decoding error fails the call.
    ///
    /// For the other parameters, see ``init(_:path:method:parameters:headerFields:response:)``.
    public init(
        _ name: String,
        path: String? = nil,
        method: String = "GET",
        parameters place: ServiceParameterPlace? = nil,
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

    /// Creates a service whose response is the whole body, decoded from JSON; a decoding error fails the call.
    ///
    /// For the other parameters, see ``init(_:path:method:parameters:headerFields:response:)``.
    public init(
        _ name: String,
        path: String? = nil,
        method: String = "GET",
        parameters place: ServiceParameterPlace? = nil,
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
/// A query and a form list the parameters sorted by name, repeat a parameter for each value of an array, and omit
/// `nil`.
public enum ServiceParameterPlace: Hashable, Sendable {
    /// The query of the URL, after the items that the URL already has.
    case query
    /// The body, form-encoded.
    case form
    /// The body, as JSON.
    case json
}
