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
/// The path is one below the base URL of the mediator, and may have a query. What stands in braces
/// before the query is replaced by the parameter of that name, which is then sent nowhere else.
/// Whatever the parameter holds, it stays one segment of the path.
public struct ServiceDefinition<Response: Sendable>: Sendable {
    /// What the service is called: in errors, by listeners, and in its request group.
    public let name: String

    /// Where the service is, below the base URL; by default the same as the name.
    public let path: String

    /// The method of HTTP.
    public let method: String

    /// Where the parameters go that are not part of the path.
    public let parameterPlace: ServiceParameterPlace

    /// Header fields that every request of the service has; they win over those that are set for
    /// the parameters.
    public let headerFields: [String: String]

    /// Makes the response of what was loaded; what it throws is the error of the call.
    package let makeResponse: @Sendable (LoadedResponse) throws -> Response

    /// Defines a service with a response of its own making.
    ///
    /// - Parameters:
    ///   - name: what the service is called, and where it is unless there is a path. Nothing
    ///     secret: groups and errors show it up to a `?`.
    ///   - path: where the service is, below the base URL.
    ///   - method: the method of HTTP.
    ///   - place: where the parameters go that are not part of the path.
    ///   - headerFields: header fields that every request of the service has.
    ///   - makeResponse: makes the response of what was loaded, once for each call and on the
    ///     thread of the client's completion. What it throws is the error of the call.
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
    /// The method and the name without any query, such as `GET profile`.
    public var description: String { "\(method) \(name.prefix { $0 != "?" })".onOneLine }
}

extension ServiceDefinition where Response: Decodable {
    /// Defines a service whose response is the payload of an envelope.
    ///
    /// - Parameters:
    ///   - name: what the service is called, and where it is unless there is a path.
    ///   - path: where the service is, below the base URL.
    ///   - method: the method of HTTP.
    ///   - place: where the parameters go that are not part of the path.
    ///   - headerFields: header fields that every request of the service has.
    ///   - envelope: what reads the body; what it throws is the error of the call.
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

    /// Defines a service whose response is the body itself, as JSON.
    ///
    /// - Parameters:
    ///   - name: what the service is called, and where it is unless there is a path.
    ///   - path: where the service is, below the base URL.
    ///   - method: the method of HTTP.
    ///   - place: where the parameters go that are not part of the path.
    ///   - headerFields: header fields that every request of the service has.
    ///   - makeDecoder: makes the decoder of the body; what that throws is the error of the call.
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

/// Where the parameters of a service go that are not part of its path.
///
/// A query and a form have them in the order of their names.
public enum ServiceParameterPlace: Hashable, Sendable {
    /// Into the query of the URL, after what is there.
    case query
    /// Into the body, as a form is sent.
    case form
    /// Into the body, as JSON.
    case json
}
