import GroupContext

/// An error that prevents a service from being sent; the client receives no request.
///
/// The description names the service and, if there is one, the wrong parameter, but shows no value of a parameter.
package struct ServiceError: Error, Hashable, Sendable {
    package enum Reason: Hashable {
        case unregistered
        case wrongType(registered: String, requested: String)
        case missingPathParameter(String)
        /// The parameter has a value that its place in the request does not accept.
        ///
        /// A path accepts no array, no object, and no value that makes a segment empty, `.` or `..`. A query and a
        /// form accept no nested values. No place accepts NaN or an infinity.
        case unsuitableParameter(String)
        /// The parameters have no names, but a query, a form and a path need names.
        case unnamedParameters
        case invalidURL
    }

    package let serviceName: String

    package let reason: Reason

    package init(serviceName: String, reason: Reason) {
        self.serviceName = serviceName
        self.reason = reason
    }
}

extension ServiceError: CustomStringConvertible {
    /// The service's name without any query, and the cause.
    package var description: String {
        "service “\(serviceName.prefix { $0 != "?" })”: \(reason)".onOneLine
    }
}

extension ServiceError.Reason: CustomStringConvertible {
    package var description: String { problem.onOneLine }

    private var problem: String {
        switch self {
        case .unregistered: "no service of this name is registered"
        case .wrongType(let registered, let requested):
            "its response has the type \(registered), not \(requested)"
        case .missingPathParameter(let name): "its path needs the parameter “\(name)”"
        case .unsuitableParameter(let name):
            "the value of the parameter “\(name)” does not fit its place"
        case .unnamedParameters: "its parameters need names, unless they are a JSON body"
        case .invalidURL: "the base URL and the path do not form a URL"
        }
    }
}
