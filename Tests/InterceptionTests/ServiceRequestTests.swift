@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `The request of a service` {
    let client = ManualSender()

    /// Returns the request that reaches the client.
    private func request(
        _ path: String = "p",
        _ parameters: ServiceParameter = [:],
        in place: ServiceParameterPlace? = nil,
        method: String = "GET",
        headerFields: [String: String] = [:],
        below base: String = "http://a.test"
    ) async throws -> URLRequest {
        let service = ServiceDefinition<LoadedResponse>(
            path,
            method: method,
            parameters: place,
            headerFields: headerFields,
            response: { $0 }
        )
        let url = try #require(URL(string: base))
        let errors = Journal<any Error>()
        ServiceMediator(client: client, baseURL: url).send(service, parameters: parameters) {
            result in
            if case .failure(let error) = result { errors.append(error) }
        }
        guard client.sent.entries.isEmpty else { return try client.take().request }
        throw try #require(await errors.waitForFirst(1).first)
    }

    private func url(
        _ path: String,
        _ parameters: ServiceParameter = [:],
        below base: String = "http://a.test"
    ) async throws -> String? {
        try await request(path, parameters, below: base).url?.absoluteString
    }

    private func error(
        _ path: String,
        _ parameters: ServiceParameter,
        in place: ServiceParameterPlace = .query
    ) async throws -> ServiceError.Reason? {
        let error = await #expect(throws: ServiceError.self) {
            try await request(path, parameters, in: place)
        }
        #expect(error?.serviceName == path)
        #expect(client.sent.entries.isEmpty)
        return error?.reason
    }

    @Test(arguments: [
        ("100%", "100%25"), ("%4", "%254"), ("%4g", "%254g"), ("%41", "%41"), ("a%%41", "a%25%41"),
    ])
    func `a percent sign is encoded unless two hex digits follow`(path: String, encoded: String) {
        #expect(PercentEncoding.path(path) == encoded)
    }

    @Test(arguments: [
        ("http://a.test", "feed", "http://a.test/feed"),
        ("http://a.test/", "feed", "http://a.test/feed"),
        ("http://a.test/v1", "feed", "http://a.test/v1/feed"),
        ("http://a.test/v1/", "/feed/", "http://a.test/v1/feed/"),
        ("http://a.test/v1//", "feed", "http://a.test/v1/feed"),
        (
            "https://u@a.test:81/v%201?key=1#top", "feed?b=2",
            "https://u@a.test:81/v%201/feed?key=1&b=2"
        ),
        ("http://a.test/v1", "//other.test/x", "http://a.test/v1/other.test/x"),
        ("http://a.test/v1", "", "http://a.test/v1"),
        ("http://a.test", "100%/a b/ü#x", "http://a.test/100%25/a%20b/%C3%BC%23x"),
        ("http://a.test", "100%25/a%20b?q=a%20b c", "http://a.test/100%25/a%20b?q=a%20b%20c"),
    ])
    func `the path is appended to the base URL, whose query stays`(
        base: String,
        path: String,
        expected: String
    ) async throws { #expect(try await url(path, below: base) == expected) }

    @Test func `a query has its parameters encoded and sorted by name`() async throws {
        let parameters: ServiceParameter = [
            "text": "a+b&c=d e/?#%20é😀", "flag": true, "count": -7, "ratio": 0.5, "none": nil,
            "tags[]": ["a", "b&c"], "empty": "", "no tags": [],
        ]
        #expect(
            try await url("p?q=1", parameters)
                == "http://a.test/p?q=1&count=-7&empty=&flag=true&ratio=0.5"
                + "&tags%5B%5D=a&tags%5B%5D=b%26c"
                + "&text=a%2Bb%26c%3Dd%20e%2F%3F%23%2520%C3%A9%F0%9F%98%80"
        )
    }

    @Test func `a query can be decoded to the same parameters`() async throws {
        let value = String(String.UnicodeScalarView((0..<0x250).compactMap(Unicode.Scalar.init)))
        let sent = try #require(await request("p", ["a b": .string(value)]).url)
        let items = URLComponents(url: sent, resolvingAgainstBaseURL: true)?.queryItems
        #expect(items == [URLQueryItem(name: "a b", value: value)])
    }

    @Test func `the parameters of a form are form-encoded in the body`() async throws {
        let parameters: ServiceParameter = [
            "text": "a+b &c=d%é", "tags": ["a", "b"], "none": nil, "note": " a  b ",
        ]
        let request = try await request("p?q=1", parameters, in: .form, method: "POST")
        #expect(request.url?.absoluteString == "http://a.test/p?q=1")
        #expect(request.httpMethod == "POST")
        let type = request.value(forHTTPHeaderField: "Content-Type")
        #expect(type == "application/x-www-form-urlencoded")
        let body = "note=+a++b+&tags=a&tags=b&text=a%2Bb+%26c%3Dd%25%C3%A9"
        #expect(request.httpBody == Data(body.utf8))
        #expect(try await self.request("p", in: .form, method: "POST").httpBody == nil)
    }

    @Test(arguments: ["GET", "head", "DELETE", "POST", "PUT", "PATCH"])
    func `the method decides where parameters are sent`(method: String) async throws {
        let request = try await request("p", ["a": 1], method: method)
        #expect(request.url?.query() == (method.hasPrefix("P") ? nil : "a=1"))
        #expect((request.httpBody == Data("a=1".utf8)) == method.hasPrefix("P"))
    }

    @Test(
        arguments: [
            (["id": 7, "tags": ["a"], "none": nil], #"{"id":7,"none":null,"tags":["a"]}"#),
            ([1, "a/b", ["x": true]], #"[1,"a/b",{"x":true}]"#),
            ([:], "{}"), ([], "[]"), ("é\"", #""é\"""#), (0.1, "0.1"), (nil, nil),
        ] as [(ServiceParameter, String?)]
    )
    func `parameters in a literal are encoded as a JSON body`(
        parameters: ServiceParameter,
        expected: String?
    ) async throws {
        let request = try await request("p", parameters, in: .json, method: "POST")
        #expect(request.httpBody.map { String(decoding: $0, as: UTF8.self) } == expected)
        let type = expected.map { _ in "application/json" }
        #expect(request.value(forHTTPHeaderField: "Content-Type") == type)
    }

    @Test func `any Encodable value can be the parameters of a service`() async throws {
        struct Search: Encodable {
            var id = UInt64.max
            var tags = ["a", "b"]
            var text: String?
            var isNew = true
            var ratio = 0.5
        }
        let service = ServiceDefinition<LoadedResponse>("p/{id}", response: { $0 })
        let mediator = ServiceMediator(client)
        mediator.send(service, parameters: Search()) { _ in }
        client.perform(mediator.plan(service, parameters: Search())) { _ in }
        let url = "http://a.test/p/18446744073709551615?isNew=true&ratio=0.5&tags=a&tags=b"
        #expect(client.takeAll().map(\.request.url?.absoluteString) == [url, url])
    }

    @Test func `header fields of a service replace the fields of its parameters`() async throws {
        let fields = ["content-type": "application/vnd.api+json", "X-App": "1"]
        let request = try await request("p", ["a": 1], in: .json, headerFields: fields)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == fields["content-type"])
        #expect(request.value(forHTTPHeaderField: "X-App") == "1")
    }

    @Test(arguments: ["response", "envelope", "decoder"])
    func `a service's request does not depend on how the answer is decoded`(kind: String) throws {
        typealias Service = ServiceDefinition<NoPayload>
        let (place, fields) = (ServiceParameterPlace.json, ["X-App": "1"])
        let service =
            switch kind {
            case "response":
                Service(
                    "a",
                    path: "p",
                    method: "PUT",
                    parameters: place,
                    headerFields: fields,
                    response: { _ in NoPayload() }
                )
            case "envelope":
                Service(
                    "a",
                    path: "p",
                    method: "PUT",
                    parameters: place,
                    headerFields: fields,
                    envelope: ResponseEnvelope()
                )
            default: Service("a", path: "p", method: "PUT", parameters: place, headerFields: fields)
            }
        ServiceMediator(client).send(service, parameters: ["b": 1]) { _ in }
        let request = try client.take().request
        #expect(request.url?.absoluteString == "http://a.test/p")
        #expect(request.httpMethod == "PUT")
        #expect(request.httpBody == Data(#"{"b":1}"#.utf8))
        #expect(request.value(forHTTPHeaderField: "X-App") == "1")
    }

    @Test func `a parameter replaces its name in braces in the path only, encoded`() async throws {
        let parameters: ServiceParameter = ["id": "../a b/é?x=1#%", "n": 7, "rest": "r"]
        #expect(
            try await url("users/{id}/orders-{n}.json", parameters)
                == "http://a.test/users/..%2Fa%20b%2F%C3%A9%3Fx%3D1%23%25/orders-7.json?rest=r"
        )
        let request = try await request("users/{id}", ["id": 7, "x": 1], in: .json, method: "POST")
        #expect(request.url?.absoluteString == "http://a.test/users/7")
        #expect(request.httpBody == Data(#"{"x":1}"#.utf8))
        #expect(try await url("{a}/{a}{b}", ["a": true, "b": 1.5]) == "http://a.test/true/true1.5")
        #expect(try await url("a}{b", ["b": 1]) == "http://a.test/a%7D%7Bb?b=1")
        #expect(try await url("a?x={b}", ["b": 1]) == "http://a.test/a?x=%7Bb%7D&b=1")
    }

    @Test(arguments: [
        ("{id}", ""), ("{id}", "."), ("{id}", ".."), (".{id}", "."), ("{id}.", "."),
        ("%2E{id}", "."), ("%2e{id}", ""), ("{id}%2E", "."),
    ])
    func `a dot segment by a parameter is an error`(segment: String, value: String) async throws {
        let reason = try await error("users/\(segment)/x", ["id": .string(value)])
        #expect(reason == .unsuitableParameter("id"))
    }

    @Test func `missing, unnamed and unsuitable parameters have different errors`() async throws {
        #expect(try await error("users/{id}", [:]) == .missingPathParameter("id"))
        #expect(try await error("users/{id}", ["id": nil]) == .missingPathParameter("id"))
        #expect(try await error("users/{id}", nil) == .missingPathParameter("id"))
        #expect(try await error("users/{id}", [7]) == .unnamedParameters)
        #expect(try await error("users/{id}", ["id": [7]]) == .unsuitableParameter("id"))
        #expect(try await error("p", ["a": ["b": 1]]) == .unsuitableParameter("a"))
        #expect(try await error("p", ["a": [["b"]]], in: .form) == .unsuitableParameter("a"))
        #expect(try await error("p", ["a": [nil]], in: .form) == .unsuitableParameter("a"))
        #expect(try await error("p", [1]) == .unnamedParameters)
        #expect(try await error("p", ["a": .number(.nan)]) == .unsuitableParameter("a"))
        let reason = try await error("p", ["a": [.number(.infinity)]], in: .json)
        #expect(reason == .unsuitableParameter("a"))
    }

    @Test func `an error names the parameter, but not its value (O3)`() async throws {
        let error = await #expect(throws: ServiceError.self) {
            try await request("users/{id}", ["id": ["secret"], "key": "secret"])
        }
        let description = try #require(error?.description)
        #expect(
            description
                == "service “users/{id}”: the value of the parameter “id” does not fit its place"
        )
        #expect(error?.localizedDescription == description)
    }
}
