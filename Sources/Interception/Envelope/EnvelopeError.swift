public import Foundation
import GroupContext

/// Why an answer is not the success that a ``ResponseEnvelope`` promises.
///
/// The description says what is wrong, and shows nothing of the body but the code. The server's
/// own words are in ``message``, for the user and not for a log.
public struct EnvelopeError: Error, Sendable {
    /// What is wrong.
    public enum Reason: Sendable {
        /// The body is not JSON in UTF-8; it may be empty, cut off or a web page.
        case malformedJSON
        /// The body is JSON, but no object.
        case notAnObject
        /// A field is not there that has to be.
        case missingField(String)
        /// A field is `null` that must not be.
        case nullField(String)
        /// A field is there more than once, so that nobody can say which one holds.
        case duplicateField(String)
        /// A field has another type than the expected one.
        case wrongType(field: String, expected: String)
        /// The server says that the request failed.
        case rejected(EnvelopeCode, message: String?)
        /// The server says that the request succeeded, but the payload is not what was asked for;
        /// with the `DecodingError`, or whatever the type of the payload has thrown.
        case undecodablePayload(any Error)
    }

    /// What is wrong.
    public let reason: Reason

    /// The body as it came.
    public let rawJSON: Data

    /// Makes the error of a body.
    ///
    /// - Parameters:
    ///   - reason: what is wrong with it.
    ///   - rawJSON: the body as it came.
    package init(_ reason: Reason, rawJSON: Data) {
        self.reason = reason
        self.rawJSON = rawJSON
    }

    /// The code with which the server rejected the request; `nil` if something else is wrong.
    public var code: EnvelopeCode? {
        if case .rejected(let code, _) = reason { code } else { nil }
    }

    /// What the server says about its code, if it says anything.
    public var message: String? {
        if case .rejected(_, let message) = reason { message } else { nil }
    }
}

extension EnvelopeError: CustomStringConvertible {
    /// What is wrong, without the message of the server and without any of its values.
    public var description: String {
        if case .malformedJSON = reason, rawJSON.isEmpty { return "the body is empty" }
        return reason.description
    }
}

extension EnvelopeError.Reason: CustomStringConvertible {
    /// What is wrong, without the message of the server and without any of its values.
    public var description: String { explanation.onOneLine }

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

extension EnvelopeError: DescribedInSummaries {}

/// Says what could not be decoded, by the names that the code has for it and by no value.
///
/// What a `DecodingError` says about itself quotes the text that it did not understand.
private func outline(of error: any Error) -> String {
    guard let error = error as? DecodingError else { return summary(of: error) }
    return switch error {
    case .keyNotFound(let key, let context):
        "\(name(of: key)) is missing\(place(context.codingPath))"
    case .valueNotFound(let type, let context):
        "there is null in place of a \(type)\(place(context.codingPath))"
    case .typeMismatch(let type, let context):
        "there is something else than a \(type)\(place(context.codingPath))"
    case .dataCorrupted(let context):
        "a value is not acceptable\(place(context.codingPath))"
    @unknown default: "unknown DecodingError"
    }
}

private func place(_ path: [any CodingKey]) -> String {
    path.isEmpty ? "" : " at " + path.map(name).joined(separator: ".")
}

/// The name of a key that is a case of an enum, and so was written by whoever wrote the type.
///
/// Other keys come from the body, as those of a dictionary do.
private func name(of key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
}
