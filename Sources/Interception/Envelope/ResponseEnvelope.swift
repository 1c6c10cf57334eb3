// Envelope: responses whose body contains a code for success or failure.

public import Foundation

/// A decoder for bodies that wrap every payload in the same object: a code, a message and the payload.
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
/// A body is a success only if it is one JSON object in UTF-8 whose code is a success code and whose payload can
/// be decoded. A body without a code is not, nor is a body in which one of the three fields occurs twice. A key
/// strategy of the decoder applies to the payload, not to the names of these fields.
public struct ResponseEnvelope: Sendable {
    /// The name of the field with the code, which is required.
    package let codeKey: String

    /// The name of the field with the message, which may be missing or `null`.
    package let messageKey: String

    /// The name of the field with the payload.
    package let dataKey: String

    /// The codes that mean success; every other code is a failure.
    package let successCodes: Set<EnvelopeCode>

    /// The closure that returns a decoder for a payload.
    package let makeDecoder: @Sendable () -> JSONDecoder

    /// Creates an envelope, by default `{"code": 0, "message": …, "data": …}`.
    ///
    /// - Parameters:
    ///   - codeKey: the name of the field with the code.
    ///   - messageKey: the name of the field with the message.
    ///   - dataKey: the name of the field with the payload.
    ///   - successCodes: the codes that mean success.
    ///   - makeDecoder: returns a decoder for a payload; called for each body, on the thread that decodes.
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
    /// The payload may be missing or `null` only if the type is optional or ``NoPayload``.
    ///
    /// - Parameters:
    ///   - type: the type of the payload.
    ///   - data: the body.
    /// - Returns: the payload.
    /// - Throws: ``EnvelopeError`` if the body is not an envelope, if its code is not a success code, or if the
    ///   payload cannot be decoded.
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

    /// A validator that rejects responses with a failure code, and responses without an envelope.
    ///
    /// The payload is not decoded. The validator throws ``EnvelopeError``.
    public var validator: @Sendable (LoadedResponse) throws -> Void {
        { response in _ = try open(response.data) }
    }

    /// Returns the fields of a body whose code is a success.
    private func open(_ data: Data) throws(EnvelopeError) -> EnvelopeFields {
        let fields = try EnvelopeFields([codeKey, messageKey, dataKey], in: data)
        let code = try code(in: fields)
        guard successCodes.contains(code) else {
            // An invalid message must not hide the code.
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
        let expected = "an integer, a string or a boolean"
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

    /// Returns the JSON of the payload; `null` for a type that accepts a missing payload.
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
