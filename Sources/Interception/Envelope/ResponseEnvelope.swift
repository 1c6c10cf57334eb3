public import Foundation

/// A decoder for bodies that wrap every payload in an object with a code, a message and the payload.
///
/// ```swift
/// let envelope = ResponseEnvelope(
///     messageKey: "errorMsg",
///     successCodes: [.integer(0), .integer(200)]
/// )
///
/// network.send(request) { result in
///     do {
///         show(try envelope.decode(Account.self, from: result.get().data))
///     } catch let error as EnvelopeError where error.code == .integer(401) {
///         logIn(error.message)
///     } catch {
///         report(error)
///     }
/// }
/// ```
///
/// A successful body is one JSON object in UTF-8, with a success code and a payload that can be decoded. A body
/// without a code, or with one of the three fields twice, is a failure. A key strategy of the decoder applies to
/// the payload, not to the names of these fields.
public struct ResponseEnvelope: Sendable {
    private let codeKey: String
    /// The name of the field with the message; the field may be missing or `null`.
    private let messageKey: String
    private let dataKey: String
    private let successCodes: Set<EnvelopeCode>
    private let makeDecoder: @Sendable () -> JSONDecoder

    /// Creates an envelope, by default `{"code": 0, "message": …, "data": …}`.
    ///
    /// The closure `makeDecoder` is called for each body that is decoded, on the thread that decodes the body.
    public init(
        codeKey: String = "code",
        messageKey: String = "message",
        dataKey: String = "data",
        successCodes: Set<EnvelopeCode> = [.integer(0)],
        decoder makeDecoder: @escaping @Sendable () -> JSONDecoder = { JSONDecoder() }
    ) {
        self.codeKey = codeKey
        self.messageKey = messageKey
        self.dataKey = dataKey
        self.successCodes = successCodes
        self.makeDecoder = makeDecoder
    }
}

// MARK: - Reading an answer

extension ResponseEnvelope {
    /// Decodes the payload of a body.
    ///
    /// The payload may be missing or `null` only if the type is optional or ``NoPayload``. The method throws an
    /// ``EnvelopeError`` if the body is not an envelope, has no success code, or has a payload that cannot be decoded.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from data: Data
    ) throws(EnvelopeError) -> Value {
        let fields = try open(data)
        let payload = try payload(in: fields, for: type)
        do {
            return try makeDecoder().decode(type, from: payload)
        } catch {
            throw fields.error(.undecodablePayload(error))
        }
    }

    /// A validator that rejects responses with a failure code, and bodies that are not a valid envelope.
    ///
    /// The payload is not decoded. The validator throws ``EnvelopeError``.
    public var validator: @Sendable (LoadedResponse) throws -> Void {
        { response in _ = try open(response.data) }
    }

    /// Returns the fields of a body whose code is a success code.
    private func open(_ data: Data) throws(EnvelopeError) -> EnvelopeFields {
        let fields = try EnvelopeFields([codeKey, messageKey, dataKey], in: data)
        let code = try code(in: fields)
        guard successCodes.contains(code) else {
            // If the message is invalid, `try?` drops the message, so that the error still reports the code.
            throw fields.error(.rejected(code, message: try? message(in: fields)))
        }
        _ = try message(in: fields)
        // Reject a payload that occurs twice, even if the caller does not decode it.
        _ = try fields.json(dataKey)
        return fields
    }

    private func code(in fields: EnvelopeFields) throws(EnvelopeError) -> EnvelopeCode {
        switch try fields.value(codeKey) {
        case .missing: throw fields.error(.missingField(codeKey))
        case .null: throw fields.error(.nullField(codeKey))
        case .boolean(let flag): return .boolean(flag)
        case .string(let word?): return .string(word)
        case .other(let json):
            if let number = Int(String(decoding: json, as: UTF8.self)) { return .integer(number) }
        case .string(nil): break
        }
        let expected = "an integer in the range of Int, a string or a boolean"
        throw fields.error(.wrongType(field: codeKey, expected: expected))
    }

    private func message(in fields: EnvelopeFields) throws(EnvelopeError) -> String? {
        switch try fields.value(messageKey) {
        case .missing, .null: return nil
        case .string(let text?): return text
        case .boolean, .other, .string(nil):
            throw fields.error(.wrongType(field: messageKey, expected: "a string"))
        }
    }

    /// Returns the payload's JSON: `null` for a missing payload of an optional type, and for ``NoPayload``.
    private func payload<Value>(
        in fields: EnvelopeFields,
        for type: Value.Type
    ) throws(EnvelopeError) -> Data {
        let none = Data("null".utf8)
        if type is NoPayload.Type { return none }
        let isOptional = type is any ExpressibleByNilLiteral.Type
        guard let json = try fields.json(dataKey) else {
            if isOptional { return none }
            throw fields.error(.missingField(dataKey))
        }
        if json.first == UInt8(ascii: "n"), !isOptional { throw fields.error(.nullField(dataKey)) }
        return json
    }
}
