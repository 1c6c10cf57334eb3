public import Foundation
import GroupContext

/// An error that explains why a body is not a success according to a ``ResponseEnvelope``.
///
/// The description contains the code, but no other part of the body. ``message`` is for the user, not for a log.
public struct EnvelopeError: Error, Sendable {
    package enum Reason {
        /// The body is not JSON in UTF-8: it may be empty, truncated or a web page.
        case malformedJSON
        case notAnObject
        case missingField(String)
        case nullField(String)
        /// A field occurs more than once, so its value is ambiguous.
        case duplicateField(String)
        case wrongType(field: String, expected: String)
        /// The server reports a failure, by a code that is not a success code.
        case rejected(EnvelopeCode, message: String?)
        /// The code is a success, but decoding the payload threw this error.
        case undecodablePayload(any Error)
    }

    package let reason: Reason

    /// The received body.
    public let rawJSON: Data

    /// The code of a failure that the server reports; `nil` for every other cause.
    public var code: EnvelopeCode? {
        if case .rejected(let code, _) = reason { code } else { nil }
    }

    /// The error that decoding the payload threw; `nil` for every other cause.
    public var underlying: (any Error)? {
        if case .undecodablePayload(let error) = reason { error } else { nil }
    }

    /// The message of the server, if the server reports a failure and sends a message.
    public var message: String? {
        if case .rejected(_, let message) = reason { message } else { nil }
    }
}

extension EnvelopeError: CustomStringConvertible {
    /// The cause, without the server's message and without values of the body other than the code.
    public var description: String {
        if case .malformedJSON = reason, rawJSON.isEmpty { return "the body is empty" }
        return reason.description
    }
}

extension EnvelopeError.Reason: CustomStringConvertible {
    package var description: String { explanation.onOneLine }

    private var explanation: String {
        switch self {
        case .malformedJSON: "the body is not JSON in UTF-8"
        case .notAnObject: "the body is JSON, but no object"
        case .missingField(let name): "the field “\(name)” is missing"
        case .nullField(let name): "the field “\(name)” is null"
        case .duplicateField(let name): "the field “\(name)” is there more than once"
        case .wrongType(let name, let expected): "the field “\(name)” is not \(expected)"
        case .rejected(let code, _): "the server answered with code \(code)"
        case .undecodablePayload(let error): "the payload cannot be decoded: \(outline(of: error))"
        }
    }
}

/// Describes a decoding error by type and field names, because its own description may quote the body.
private func outline(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return summary(of: error) }
    return switch error {
    case .keyNotFound(let key, let context):
        "\(name(of: key)) is missing\(place(context.codingPath))"
    case .valueNotFound(let type, let context):
        "the value\(place(context.codingPath)) is null, not of the type \(type)"
    case .typeMismatch(let type, let context):
        "the value\(place(context.codingPath)) is not of the type \(type)"
    case .dataCorrupted(let context): "the value\(place(context.codingPath)) is invalid"
    @unknown default: "unknown DecodingError"
    }
}

private func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " at " + path.map(name).joined(separator: ".")
}

/// Returns the name of a key that is a case of an enum, and `*` for every other key.
///
/// Enum cases come from source code. Other keys, such as those of a dictionary, come from the body and may be secret.
private func name(of key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
}
