@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `The pipeline of a wrapped URLSession` {
    let server = StubServer()
    let steps = Journal<String>()

    private var rejecting: @Sendable (LoadedResponse) throws -> Void {
        { _ in throw ClientError("rejected") }
    }

    @Test func `the steps of the pipeline run in the documented order`() async throws {
        let (observer, stubs) = (RequestLog(steps), RequestStubs())
        stubs.answer(
            RequestMatch { [steps] request in
                steps.append("stubs \(request.url?.query ?? "")")
                return true
            },
            with: .json("{}", status: 200)
        )
        let session = server.session(
            RequestPipeline(
                adapters: [
                    PipelineAdapter { [steps] request, _ in
                        steps.append("adapter")
                        return request
                    }, .queryItems { _ in ["k": "v"] },
                ],
                stubs: stubs,
                validators: [
                    { [steps] _ in steps.append("validator") },
                    { [steps] _ in steps.append("second validator") },
                ],
                observers: [observer]
            ),
            HTTPStatusCheck { [steps] _ in
                steps.append("status")
                return true
            }
        )
        let url = try #require(URL(string: "https://a.test/feed"))
        try await withRequestGroup {
            session.dataTask(with: url) { [steps] _, _, _ in steps.append("handler") }.resume()
        }
        let expected = [
            "adapter", "stubs k=v", "started GET a.test/feed", "status", "validator",
            "second validator", "handler",
            "finished GET a.test/feed: HTTP status 200, 2 bytes, stub",
        ]
        #expect(steps.entries == expected)
    }

    @Test(arguments: [true, false])
    func `a validator's error fails the group, not the handler`(isBare: Bool) async throws {
        let session = server.session(RequestPipeline(validators: [rejecting]))
        let answers = Journal<String>()
        let failures = try await failuresOfGroup("page") { _ in
            let url = try server.url("feed")
            let form = TaskMethod.dataForURL
            form.make(session, url, answers, isBare: isBare).resume()
            try await server.answer("feed")
            _ = await answers.waitForFirst(1)
        }
        #expect(answers.entries == ["ok 200 in page"])
        #expect(failures.map { $0.error as? ClientError } == [ClientError("rejected")])
    }

    @Test func `a session's error takes precedence over status and validators`() async throws {
        let session = server.session(
            RequestPipeline(validators: [
                { [steps] _ in steps.append("first") },
                rejecting,
                { [steps] _ in steps.append("never") },
            ]),
            .successful
        )
        let group = try await completedGroup(options: .tolerant) { _ in
            for path in ["lost", "missing", "odd"] {
                session.dataTask(with: try server.url(path)) { _, _, _ in }.resume()
            }
            try await server.fail("lost", with: URLError(.networkConnectionLost))
            try await server.answer("missing", status: 404)
            try await server.answer("odd")
        }
        let errors = group.failures.map(\.error)
        #expect((errors[0] as? URLError)?.code == .networkConnectionLost)
        #expect((errors[1] as? HTTPStatusError)?.statusCode == 404)
        #expect(errors[2] as? ClientError == ClientError("rejected"))
        #expect(steps.entries == ["first"])
    }

    @Test func `a download is not validated, but its status is checked`() async throws {
        let stubs = RequestStubs(answering: .data(status: 200), .data(status: 404))
        let session = server.session(
            RequestPipeline(stubs: stubs, validators: [rejecting]),
            .successful
        )
        let url = try #require(URL(string: "https://a.test/file"))
        let group = try await completedGroup(options: .tolerant) { _ in
            _ = try await session.download(from: url)
            _ = try await session.download(from: url)
        }
        #expect(group.failures.map { ($0.error as? HTTPStatusError)?.statusCode } == [404])
    }
}
