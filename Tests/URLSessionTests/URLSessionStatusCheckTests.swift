import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Responses that a wrapped URLSession counts as failures` {
    let server = StubServer()

    private func session(
        _ check: HTTPStatusCheck? = .successful,
        delegate: (any URLSessionDelegate)? = nil
    ) -> InterceptingClient<URLSession> {
        server.session(
            delegate: delegate,
            statusCheck: check
        )
    }

    /// Fails the group of what is issued in the body, or not, and returns the failures.
    private func failures(
        of form: TaskMethod,
        through session: InterceptingClient<URLSession>,
        isOwn: Bool,
        into answers: Journal<String>,
        answer: () async throws -> Void
    ) async throws -> [RequestFailure] {
        try await withRequestGroup("page", options: .tolerant) { group in
            let url = try server.url(form.path)
            if isOwn {
                form.makeOwn(session, url, answers).resume()
            } else {
                form.make(session, url, answers).resume()
            }
            try await answer()
            _ = await answers.first(1)
            return group
        }
        .failures
    }

    @Test(arguments: TaskMethod.stubbed, [true, false])
    func `a handler gets the answer, and the group fails with its status (I1)`(
        form: TaskMethod,
        isOwn: Bool
    ) async throws {
        let answers = Journal<String>()
        let failures = try await failures(
            of: form,
            through: session(),
            isOwn: isOwn,
            into: answers
        ) {
            try await server.answer(form.path, with: "no", status: 404)
        }
        #expect(answers.entries == ["no 404 in page"])
        #expect(failures.map(\.label) == [form.label(server)])
        #expect(failures.map(\.reason) == [.failed])
        #expect(failures.map(\.statusCode) == [404])
    }

    @Test(arguments: IdleTaskForm.stubbed, [true, false])
    func `the delegate gets no error, and the group fails with the status (I1)`(
        form: IdleTaskForm,
        isOwn: Bool
    ) async throws {
        let delegate = DataDelegateRecorder()
        let session = session(delegate: delegate)
        let group = try await withRequestGroup("page", options: .tolerant) { group in
            let url = try server.url(form.path)
            if isOwn {
                form.makeOwn(session, url).resume()
            } else {
                form.make(session, url).resume()
            }
            try await server.answer(form.path, with: "no", status: 404)
            return group
        }
        #expect(delegate.told.entries.first == "response 404 of \(form) in page")
        #expect(delegate.errors.entries.map { $0 == nil } == [true])
        #expect(group.failures.map(\.label) == [form.label(server)])
        #expect(group.failures.map(\.statusCode) == [404])
    }

    @Test func `without a handler and a delegate, the group fails with the status (I1)`()
        async throws
    {
        let session = session()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup {
                session.dataTask(with: try server.url("a")).resume()
                try await server.answer("a", status: 404)
            }
        }
        #expect(error?.failures.map(\.statusCode) == [404])
    }

    @Test(arguments: [true, false])
    func `an asynchronous caller gets the answer, and the group fails with its status (I1)`(
        isUpload: Bool
    ) async throws {
        let session = session()
        let request = URLRequest(url: try server.url("a"))
        let group = try await withRequestGroup(options: .tolerant) { group in
            async let answer =
                isUpload
                ? session.upload(for: request, from: Data("body".utf8)) : session.data(for: request)
            try await server.answer("a", with: "no", status: 404)
            let (data, response) = try await answer
            #expect(String(decoding: data, as: UTF8.self) == "no")
            #expect((response as? HTTPURLResponse)?.statusCode == 404)
            return group
        }
        #expect(group.failures.map(\.label) == ["GET \(server.host)/a"])
        #expect(group.failures.map(\.statusCode) == [404])
    }

    @Test(arguments: [200, 204, 299], [true, false])
    func `the successful codes are no failures`(status: Int, hasDelegate: Bool) async throws {
        let session = session(delegate: hasDelegate ? DataDelegateRecorder() : nil)
        let group = try await withRequestGroup { group in
            session.dataTask(with: try server.url("a")).resume()
            try await server.answer("a", status: status)
            return group
        }
        #expect(group.progress == GroupProgress(finished: 1, total: 1))
    }

    @Test(arguments: [199, 300, 304, 500])
    func `status codes outside 200 to 299 are failures`(status: Int) async throws {
        let answers = Journal<String>()
        let failures = try await failures(
            of: .dataForURL,
            through: session(),
            isOwn: false,
            into: answers
        ) {
            try await server.answer("dataForURL", status: status)
        }
        #expect(failures.map(\.statusCode) == [status])
    }

    @Test func `a custom check decides`() async throws {
        let session = session(HTTPStatusCheck { $0.statusCode != 200 })
        let group = try await withRequestGroup(options: .tolerant) { group in
            for (path, status) in [("a", 200), ("b", 404)] {
                session.dataTask(with: try server.url(path)).resume()
                try await server.answer(path, status: status)
            }
            return group
        }
        #expect(group.failures.map(\.label) == ["GET \(server.host)/a"])
    }

    @Test(arguments: [true, false])
    func `without a check no answer is a failure`(hasDelegate: Bool) async throws {
        let session = session(nil, delegate: hasDelegate ? DataDelegateRecorder() : nil)
        let group = try await withRequestGroup { group in
            session.dataTask(with: try server.url("a")).resume()
            session.dataTask(with: try server.url("b")) { _, _, _ in }.resume()
            try await server.answer("a", status: 500)
            try await server.answer("b", status: 500)
            return group
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test(arguments: [true, false])
    func `responses of other protocols than HTTP are no failures`(
        hasDelegate: Bool
    ) async throws {
        let session = session(delegate: hasDelegate ? DataDelegateRecorder() : nil)
        let group = try await withRequestGroup { group in
            session.dataTask(with: try server.url("a")).resume()
            session.dataTask(with: try server.url("b")) { _, _, _ in }.resume()
            try await server.answerWithoutStatus("a")
            try await server.answerWithoutStatus("b")
            return group
        }
        #expect(group.progress == GroupProgress(finished: 2, total: 2))
    }

    @Test(arguments: [true, false])
    func `the error of the session wins over the status`(hasHandler: Bool) async throws {
        let delegate = DelegateRecorder()
        let session = session(delegate: delegate)
        let group = try await withRequestGroup(options: .tolerant) { group in
            let url = try server.url("a")
            if hasHandler {
                session.dataTask(with: url) { _, _, _ in }.resume()
            } else {
                session.dataTask(with: url).resume()
            }
            let error = URLError(.networkConnectionLost)
            try await server.fail("a", afterStatus: 404, with: error)
            return group
        }
        #expect(group.failures.map(\.error.urlCode) == [.networkConnectionLost])
    }

    @Test func `an asynchronous caller with a delegate gets the answer, and the group fails`()
        async throws
    {
        let session = session()
        let failures = try await withRequestGroup("page", options: .tolerant) { group in
            let request = URLRequest(url: try server.url("a"))
            async let answer = session.data(for: request, delegate: DataDelegateRecorder())
            try await server.answer("a", with: "no", status: 404)
            #expect(try await answer.0 == Data("no".utf8))
            return group
        }
        .failures
        #expect(failures.map(\.statusCode) == [404])
    }

    @Test func `a task is checked as the client wants that created it`() async throws {
        let inner = session(nil, delegate: DelegateRecorder())
        let outer = InterceptingClient(
            inner.base,
            statusCheck: .successful
        )
        for (client, path, expected) in [(inner, "a", []), (outer, "b", [404])] {
            let failures = try await withRequestGroup("page", options: .tolerant) { group in
                client.dataTask(with: try server.url(path)).resume()
                try await server.answer(path, with: "no", status: 404)
                return group
            }
            .failures
            #expect(failures.map(\.statusCode) == expected)
        }
    }

    @Test func `the error names the status and the URL without its query (O3)`() async throws {
        let session = session()
        let error = await #expect(throws: RequestGroupError.self) {
            try await withRequestGroup("page") {
                session.dataTask(with: try server.url("a")).resume()
                try await server.answer("a", with: "secret", status: 404)
            }
        }
        let description = try #require(error).description
        #expect(description.contains("GET \(server.host)/a"))
        #expect(description.contains("HTTP status 404"))
        let status = try #require(error?.failures.first?.error)
        #expect("\(status)".hasPrefix("HTTP status 404"))
        #expect(!description.contains("secret"))
        #expect(!description.contains("user"))
        #expect(status.localizedDescription == "\(status)")
    }
}

extension RequestFailure {
    /// The status of the response, if that is what failed.
    fileprivate var statusCode: Int? { (error as? HTTPStatusError)?.statusCode }
}
