@testable import InterceptionTestSupport

private struct Account: Codable, Hashable {
    var userName: String
    var age: Int
}

private struct Order: Decodable {
    enum CodingKeys: CodingKey {
        case prices
    }

    var prices: [String: Int]
}

/// A payload that decodes a key, or throws an error with a text, that it has received from the server.
private struct Received: Decodable {
    enum Key: CodingKey {
        case named(String)

        init(stringValue: String) { self = .named(stringValue) }
        init?(intValue: Int) { nil }

        var stringValue: String {
            switch self {
            case .named(let name): name
            }
        }
        var intValue: Int? { nil }
    }

    init(from decoder: any Decoder) throws {
        if let text = try? String(from: decoder) { throw ClientError(text) }
        _ = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .named("secret"))
    }
}

private let noCode = "the field “code” is not an integer in the range of Int, a string or a boolean"

@Suite(.timeLimit(.ordinary)) struct `A response envelope` {
    let envelope = ResponseEnvelope()

    private func error(_ json: String, in envelope: ResponseEnvelope? = nil) throws -> EnvelopeError
    {
        let error = #expect(throws: EnvelopeError.self) {
            try (envelope ?? self.envelope).decode(Int.self, from: Data(json.utf8))
        }
        return try #require(error)
    }

    @Test(arguments: [
        #"{"code": 0, "message": "ok", "data": {"userName": "Ann", "age": 7}}"#,
        #"{"data":{"age":7,"userName":"Ann"},"code":0}"#,
        #" { "code" : 0 , "message" : null , "data" : {"userName":"Ann","age":7} } "#,
        #"{"co\u0064e": 0, "data": {"userName": "Ann", "age": 7}, "more": [{"code": 1}]}"#,
        "\u{FEFF}" + #"{"code": 0, "data": {"userName": "Ann", "age": 7}}"#,
    ])
    func `an envelope with a code of success decodes to its payload`(json: String) {
        let slice = Data("xx\(json)xx".utf8).dropFirst(2).dropLast(2)
        let account = try? envelope.decode(Account.self, from: slice)
        #expect(account == Account(userName: "Ann", age: 7))
    }

    @Test func `an envelope with another code throws an error with code and message`() throws {
        let json = #"{"code": 401, "message": "log\tin", "data": 1}"#
        let error = try error(json)
        #expect(error.code == .integer(401))
        #expect(error.message == "log\tin")
        #expect(error.rawJSON == Data(json.utf8))
        #expect(try self.error(#"{"code": "0", "data": 1}"#).code == .string("0"))
        #expect(try self.error(#"{"code": false, "data": 1}"#).code == .boolean(false))
    }

    @Test(arguments: [
        #"{"code": 7}"#, #"{"code": 7, "message": null}"#, #"{"code": 7, "message": [1]}"#,
        #"{"code": 7, "message": "\ud800"}"#, #"{"code": 7, "message": "a", "message": "b"}"#,
    ])
    func `a failure code is thrown even if the message is missing or invalid`(json: String) throws {
        let error = try error(json)
        #expect(error.code == .integer(7))
        #expect(error.message == nil)
    }

    @Test func `an envelope can have other keys and other success codes`() throws {
        let company = ResponseEnvelope(
            codeKey: "isSuccess",
            messageKey: "errorMsg",
            dataKey: "result",
            successCodes: [.boolean(true), .string("OK")]
        )
        func decode(_ json: String) throws -> Int { try company.decode(from: Data(json.utf8)) }
        #expect(try decode(#"{"isSuccess": true, "result": 1}"#) == 1)
        #expect(try decode(#"{"isSuccess": "OK", "result": 2}"#) == 2)
        let error = try error(#"{"isSuccess": false, "errorMsg": "no"}"#, in: company)
        #expect(error.code == .boolean(false))
        #expect(error.message == "no")
        #expect(try self.error(#"{"isSuccess": 1, "result": 1}"#, in: company).code == .integer(1))
        #expect(try self.error(#"{"isSuccess": "ok"}"#, in: company).code == .string("ok"))
    }

    @Test func `the decoder of an envelope decodes the payload, not the keys of the envelope`() {
        let company = ResponseEnvelope(codeKey: "error_code", dataKey: "the_data") {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
        let json = #"{"error_code": 0, "the_data": {"user_name": "Ann", "age": 7}}"#
        let account = try? company.decode(Account.self, from: Data(json.utf8))
        #expect(account?.userName == "Ann")
    }

    @Test func `a payload of an optional type may be missing or null`() throws {
        for json in [#"{"code": 0}"#, #"{"code": 0, "data": null}"#] {
            #expect(try envelope.decode(Int?.self, from: Data(json.utf8)) == nil)
            _ = try envelope.decode(NoPayload.self, from: Data(json.utf8))
        }
        #expect(try envelope.decode(Int?.self, from: Data(#"{"code": 0, "data": 7}"#.utf8)) == 7)
        _ = try envelope.decode(NoPayload.self, from: Data(#"{"code": 0, "data": [7]}"#.utf8))
        #expect(throws: EnvelopeError.self) { try envelope.decode(NoPayload.self, from: Data()) }
        #expect(try "\(error(#"{"code": 0}"#))" == "the field “data” is missing")
        #expect(try "\(error(#"{"code": 0, "data": null}"#))" == "the field “data” is null")
    }

    @Test(arguments: [
        (#""#, "the body is empty"), (#"<html></html>"#, "the body is not JSON in UTF-8"),
        (#"{"code": 0, "data": 1}}"#, "the body is not JSON in UTF-8"),
        ("{\"code\": 0, \"data\": 1}\0", "the body is not JSON in UTF-8"),
        (#"[{"code": 0}]"#, "the body is JSON, but no object"),
        (#"null"#, "the body is JSON, but no object"), (#"{}"#, "the field “code” is missing"),
        (#"{"code": null}"#, "the field “code” is null"),
        (#"{"code": 0, "code": 1}"#, "the field “code” is there more than once"),
        (#"{"code": 0, "data": 1, "d\u0061ta": 1}"#, "the field “data” is there more than once"),
        (#"{"code": 0.0}"#, noCode), (#"{"code": [0]}"#, noCode), (#"{"code": 1e400}"#, noCode),
        (#"{"code": "\ud800"}"#, noCode), (#"{"code": \#(UInt64.max)}"#, noCode),
        (#"{"code": 0, "message": 1, "data": 1}"#, "the field “message” is not a string"),
        (#"{"code": -7, "message": "secret"}"#, "the server answered with code -7"),
        (#"{"code": "E\n1"}"#, #"the server answered with code "E\n1""#),
    ])
    func `an envelope's error names its field or code`(json: String, description: String) throws {
        let error = try error(json)
        #expect("\(error)" == description)
        #expect(error.localizedDescription == description)
        #expect(error.rawJSON == Data(json.utf8))
    }

    /// A body whose field outside the envelope has this value.
    private func body(with value: String) -> String {
        #"{"code": 0, "more": \#(value), "data": 1}"#
    }

    @Test(arguments: [
        "0", "-0", "7", "-12", "0.5", "-1.25", "1e5", "1E+5", "0e-5", "1.5e10", "1e999",
        "123456789012345678901234567890", "true", "false", "null", #""""#, #""a""#, #""é😀""#,
        #""\"\\\/\b\f\n\r\t""#, #""\u00e9\uD83D\ude00""#, #""\ud800""#, "\"\u{7F}\"",
        "[]", "{}", "[ ]", "{ }", "[1]", "[1, [2], {\"a\": []}]", "[[[]]]", #"{"a": 1, "a": 2}"#,
        #"{"a": {"b": {}}, "": [null]}"#, "\t\n\r 1\t\n\r ", "[\n1\t,\r2 ]", "{ \"a\"\n: 1 }",
    ])
    func `a field outside the envelope may have any JSON value`(value: String) throws {
        #expect(try envelope.decode(Int.self, from: Data(body(with: value).utf8)) == 1)
    }

    @Test(arguments: [
        "", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e5", "1e", "1e+", "1e-+5", "1e5.5", "0x1",
        "1 2", "NaN", "Infinity", "nul", "nulll", "True", "tru", "fals", "a", "'a'", #"""#, #""a"#,
        #""a" "b""#, #""\x""#, #""\u12""#, #""\u12g4""#, #""\""#, "\"\n\"", "\"\0\"", "\"\u{1F}\"",
        "[", "]", "[1", "[1,", "[,1]", "[1,]", "[1 2]", "[1}", "[1;2]", "{", "}", #"{"a"}"#,
        #"{"a":}"#, #"{"a":1,}"#, #"{,"a":1}"#, #"{"a" 1}"#, #"{"a":1 "b":2}"#, #"{"a":1]"#,
        "{a: 1}", "{1: 1}", #"{"a":1},}"#, "/**/0", "0//", "\u{A0}0", "\u{FEFF}0", "0\0", "[[]",
    ])
    func `a body with a value that is not JSON throws an error`(value: String) throws {
        #expect(try "\(error(body(with: value)))" == "the body is not JSON in UTF-8")
    }

    @Test func `a body that ends too early throws an error`() throws {
        let json = body(with: #"[{"a\n": -1.5e+3, "b": [true, false, null, {}]}, "\u00e9", []]"#)
        #expect(try envelope.decode(Int.self, from: Data(json.utf8)) == 1)
        for length in 1..<json.utf8.count {
            let start = String(decoding: json.utf8.prefix(length), as: UTF8.self)
            #expect(try "\(error(start))" == "the body is not JSON in UTF-8", "\(start)")
        }
    }

    @Test func `an envelope in another encoding than UTF-8 throws an error`() throws {
        let json = #"{"code": 0, "data": 1}"#
        for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32] {
            let data = try #require(json.data(using: encoding))
            #expect(throws: EnvelopeError.self) { try envelope.decode(Int.self, from: data) }
        }
        let latin = try #require(#"{"code": 0, "data": 1, "x": "é"}"#.data(using: .isoLatin1))
        #expect(throws: EnvelopeError.self) { try envelope.decode(Int.self, from: latin) }
    }

    @Test func `deeply nested JSON does not overflow the stack`() throws {
        let depth = 300_000
        let open = String(repeating: "[", count: depth)
        let close = String(repeating: "]", count: depth)
        // Fields that do not belong to the envelope are not checked.
        let ignored = Data(#"{"code": 0, "more": \#(open)\#(close), "data": 1}"#.utf8)
        #expect(try envelope.decode(Int.self, from: ignored) == 1)
        let payload = #"{"code": 0, "data": \#(open)\#(close)}"#
        #expect(try "\(error(payload))".hasPrefix("the payload cannot be decoded: "))
        #expect(try "\(error(#"{"code": 0, "data": \#(open)"#))" == "the body is not JSON in UTF-8")
        let objects = String(repeating: #"{"a":"#, count: depth)
        #expect(try "\(error(#"{"code": 0, "a": \#(objects)"#))" == "the body is not JSON in UTF-8")
    }

    @Test func `a payload of another type throws an error with the DecodingError`() throws {
        let error = try error(#"{"code": 0, "data": "secret"}"#)
        guard case .undecodablePayload(DecodingError.typeMismatch(let type, _)) = error.reason
        else {
            Issue.record("\(error.reason)")
            return
        }
        #expect(type is Int.Type)
        #expect("\(error)" == "the payload cannot be decoded: the value is not of the type Int")
    }

    @Test func `a decoding error's description shows keys, but no received value (O3)`() throws {
        func description<Value: Decodable>(_ type: Value.Type, _ payload: String) -> String {
            let json = Data(#"{"code": 0, "data": \#(payload)}"#.utf8)
            do {
                _ = try envelope.decode(type, from: json)
                return "decoded"
            } catch { return "\(error)" }
        }
        let prefix = "the payload cannot be decoded: "
        #expect(
            description(Order.self, #"{"prices": {"secret": "secret"}}"#)
                == prefix + "the value at prices.* is not of the type Int"
        )
        #expect(description(Order.self, #"{"secret": 1}"#) == prefix + "prices is missing")
        #expect(description(Received.self, "{}") == prefix + "* is missing")
        #expect(!description(Received.self, #""secret""#).contains("secret"))
        let null = description([Order].self, #"[{"prices": null}]"#)
        #expect(null.hasPrefix(prefix + "the value at *.prices is null, not of the type "))
        #expect(description(Date.self, #""secret""#).contains("secret") == false)
        #expect(description(URL.self, #""""#) == prefix + "the value is invalid")
    }

    @Test func `the description of an error omits the server's message (O3)`() throws {
        let error = try error(#"{"code": 401, "message": "secret"}"#)
        #expect(error.message == "secret")
        let failure = RequestFailure(label: "GET", index: 0, error: error, reason: .failed)
        #expect("\(failure)" == "#0 GET: the server answered with code 401")
        #expect(!"\(error) \(error.localizedDescription)".contains("secret"))
        #expect("\(error.reason)" == "the server answered with code 401")
    }

    @Test func `the description of an envelope code of any length is one short line`() throws {
        let error = try error(#"{"code": "x\n\#(String(repeating: "\u{301}", count: 10_000))"}"#)
        #expect("\(error)".utf8.count < 400)
        #expect(!"\(error)".contains("\n"))
        let codes = [40, 41].map { EnvelopeCode.string(String(repeating: "x", count: $0)) }
        let start = String(repeating: "x", count: 40).debugDescription
        #expect(codes.map(\.description) == [start, start + "…"])
    }

    @Test func `the validator of an envelope checks the code, not the payload`() throws {
        let validator = envelope.validator
        try validator(LoadedResponse(text: #"{"code": 0, "data": "anything"}"#))
        try validator(LoadedResponse(text: #"{"code": 0}"#))
        let twice = [#"{"code": 0, "code": 0}"#, #"{"code": 0, "data": 1, "data": 1}"#]
        for body in ["", #"{"code": 1}"#, #"{"data": 1}"#] + twice {
            #expect(throws: EnvelopeError.self) { try validator(LoadedResponse(text: body)) }
        }
    }
}
