// Envelope: answers that say in their body whether they have failed.

public import Foundation

/// Reads what a company's servers wrap around every answer: a code, a message and the payload.
///
/// ```swift
/// let envelope = ResponseEnvelope(messageKey: "errorMsg", successCodes: [0, 200])
///
/// network.send(request) { result in
///     do {
///         show(try envelope.decode(Account.self, from: result))
///     } catch let error as EnvelopeError where error.code == 401 {
///         logIn(error.message)
///     } catch {
///         report(error)
///     }
/// }
/// ```
///
/// An answer is a success only if it is one JSON object in UTF-8 whose code is one of
/// ``successCodes`` and whose payload can be decoded. What has no body or no code is none, nor is
/// one that is ambiguous, with a field that is there twice. The names of the fields are those
/// in the JSON, whatever the decoder makes of the names in the payload.
public struct ResponseEnvelope: Sendable {
    /// The name of the field with the code, which has to be there.
    public var codeKey: String

    /// The name of the field with the message, which may be missing or `null`.
    public var messageKey: String

    /// The name of the field with the payload.
    public var dataKey: String

    /// The codes that mean success; all others are failures.
    public var successCodes: Set<EnvelopeCode>

    /// Makes the decoder of a payload.
    public var makeDecoder: @Sendable () -> JSONDecoder

    /// Makes an envelope, by default `{"code": 0, "message": …, "data": …}`.
    ///
    /// - Parameters:
    ///   - codeKey: the name of the field with the code.
    ///   - messageKey: the name of the field with the message.
    ///   - dataKey: the name of the field with the payload.
    ///   - successCodes: the codes that mean success.
    ///   - makeDecoder: makes the decoder of a payload; called for each answer, on its thread.
    public init(
        codeKey: String = "code",
        messageKey: String = "message",
        dataKey: String = "data",
        successCodes: Set<EnvelopeCode> = [0],
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
    /// The payload may be missing or `null` only where the type says so: if it is optional, or
    /// ``NoPayload``.
    ///
    /// - Parameters:
    ///   - type: what to decode.
    ///   - data: the body.
    /// - Returns: the payload.
    /// - Throws: ``EnvelopeError`` if the body is no envelope, if its code is none of
    ///   ``successCodes``, or if the payload cannot be decoded.
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

    /// Decodes the payload of what a request came to.
    ///
    /// - Parameters:
    ///   - type: what to decode.
    ///   - result: what ``RequestSender/send(_:completion:)`` has reported.
    /// - Returns: the payload.
    /// - Throws: the error of the request if it failed; otherwise as
    ///   ``decode(_:from:)-(_,Data)``.
    public func decode<Value: Decodable>(
        _ type: Value.Type = Value.self,
        from result: Result<LoadedResponse, any Error>
    ) throws -> Value {
        try decode(type, from: result.get().data)
    }

    /// Rejects a response whose code is a failure, or that is no envelope.
    ///
    /// What the payload holds does not matter. What it throws is an ``EnvelopeError``.
    public var validator: ResponseValidator {
        ResponseValidator { response in _ = try open(response.data) }
    }

    /// Finds the fields of a body whose code is a success.
    private func open(_ data: Data) throws(EnvelopeError) -> EnvelopeFields {
        let fields = try EnvelopeFields([codeKey, messageKey, dataKey], in: data)
        let code = try code(in: fields)
        guard successCodes.contains(code) else {
            // A message that makes no sense must not hide the code.
            throw fields.error(.rejected(code, message: try? message(in: fields)))
        }
        _ = try message(in: fields)
        // Twice is once too often, even for who does not look at the payload.
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

    /// The JSON of the payload, which is `null` for a type that needs none.
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
