@Suite(.timeLimit(.minutes(10))) struct `The pipeline before a real server` {
    private func session(_ pipeline: RequestPipeline) -> InterceptingClient<URLSession> {
        InterceptingClient(configuration: .ephemeral, pipeline: pipeline, statusCheck: .successful)
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test func `the server receives what adapters set: query, headers and body`() async throws {
        let server = try await Server.shared.value
        let session = session(
            RequestPipeline(adapters: [
                .queryItems { _ in ["k": "a+b&c=d ä"] },
                .headers(["X-App": "3"]),
                PipelineAdapter { request, _ in
                    guard let body = request.httpBody else { return request }
                    var request = request
                    request.httpBody = Data(body.reversed())
                    request.setValue("reversed", forHTTPHeaderField: "Content-Encoding")
                    return request
                },
            ])
        )
        defer { session.invalidateAndCancel() }
        let query = "?k=a%2Bb%26c%3Dd%20%C3%A4"
        let url = URL(string: "http://127.0.0.1:\(server.port)/as-sent") ?? server.url("as-sent")
        let got = try await session.data(from: url).0
        #expect(text(got) == "GET /as-sent\(query)\n3\n-\n")
        var post = URLRequest(url: url)
        post.httpMethod = "POST"
        let uploaded = try await session.upload(for: post, from: Data("body".utf8)).0
        let expected = "POST /as-sent\(query)\n3\nreversed\nydob"
        #expect(text(uploaded) == expected)
        let withDelegate = try await session.upload(
            for: post,
            from: Data("body".utf8),
            delegate: IdleDelegate()
        )
        #expect(text(withDelegate.0) == expected)
        let bodies = Notes<String>()
        try await withRequestGroup {
            session.uploadTask(with: post, from: Data("body".utf8)) { data, _, _ in
                bodies.append(String(decoding: data ?? Data(), as: UTF8.self))
            }
            .resume()
        }
        #expect(bodies.entries == [expected])
    }

    @Test(arguments: ["headers", "headers-elsewhere"], ["POST", "PUT"])
    func `an upload sends the same bytes through a pipeline that changes nothing (I1)`(
        path: String,
        method: String
    ) async throws {
        let server = try await Server.shared.value
        let bare = URLSession(configuration: .ephemeral)
        let piped = session(RequestPipeline(adapters: [PipelineAdapter { request, _ in request }]))
        defer {
            bare.invalidateAndCancel()
            piped.invalidateAndCancel()
        }
        for body in [nil, Data("in the request".utf8)] {
            var request = URLRequest(url: server.url(path))
            (request.httpMethod, request.httpBody) = (method, body)
            let data = Data("body".utf8)
            let expected = text(try await bare.upload(for: request, from: data).0)
            #expect(text(try await piped.upload(for: request, from: data).0) == expected)
            let withDelegate = try await piped.upload(
                for: request,
                from: data,
                delegate: IdleDelegate()
            ).0
            #expect(text(withDelegate) == expected)
            let received = Notes<String>()
            try await withRequestGroup {
                piped.uploadTask(with: request, from: data) { data, _, _ in
                    received.append(String(decoding: data ?? Data(), as: UTF8.self))
                }
                .resume()
                piped.uploadTask(with: request, from: data).resume()
            }
            #expect(received.entries == [expected])
        }
    }
}

private final class IdleDelegate: NSObject, URLSessionTaskDelegate {}
