import GroupContext

/// Why a service could not be sent: nothing has reached the client.
///
/// The description names the service and the parameter, and shows no value of a parameter.
public struct ServiceError: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// No service of this name was registered with the mediator.
        case unregistered
        /// The service of this name answers with another type.
        case wrongType(registered: String, requested: String)
        /// The path has a place for a parameter that was not passed, or is `null`.
        case missingPathParameter(String)
        /// The parameter cannot be sent where the service wants it: in a path what is no text,
        /// empty, `.` or `..`; in a query or a form nested values; anywhere what is no number.
        case unsuitableParameter(String)
        /// The parameters have no names, which a query, a form and a path need.
        case unnamedParameters
        /// Base URL and path make no URL.
        case invalidURL
    }

    /// The name of the service.
    public let serviceName: String

    /// What is wrong.
    public let reason: Reason

    /// Makes the error of the service with this name.
    package init(serviceName: String, reason: Reason) {
        self.serviceName = serviceName
        self.reason = reason
    }
}

extension ServiceError: CustomStringConvertible {
    /// The service without any query, and what is wrong.
    public var description: String {
        "service “\(serviceName.prefix { $0 != "?" })”: \(reason)".onOneLine
    }
}

extension ServiceError.Reason: CustomStringConvertible {
    /// What is wrong.
    public var description: String { problem.onOneLine }

    private var problem: String {
        switch self {
        case .unregistered: "no service of this name is registered"
        case .wrongType(let registered, let requested):
            "it answers with \(registered), and \(requested) was asked for"
        case .missingPathParameter(let name): "its path needs the parameter “\(name)”"
        case .unsuitableParameter(let name):
            "the parameter “\(name)” cannot be sent where the service wants it"
        case .unnamedParameters: "its parameters need names, unless they are a JSON body"
        case .invalidURL: "base URL and path make no URL"
        }
    }
}

extension ServiceError: DescribedInSummaries {}
