import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Asynchronous methods of a URLSession` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() {
        session = InterceptingClient(server.session())
    }

    enum Form: String, CaseIterable, Sendable {
        case dataFor, dataFrom, uploadData, uploadFile, downloadFor, downloadFrom

        /// Those that a ``StubServer`` can answer.
        static let stubbed = [Self.dataFor, .dataFrom, .uploadData, .uploadFile]
    }

    /// Sends a request, and returns the body and the status of the response.
    private func send(_ form: Form) async throws -> String {
        let url = try server.url(form.rawValue)
        let request = URLRequest(url: url)
        let (data, response): (Data, URLResponse)
        switch form {
        case .dataFor: (data, response) = try await session.data(for: request)
        case .dataFrom: (data, response) = try await session.data(from: url)
        case .uploadData:
            var upload = request
            upload.httpMethod = "POST"
            (data, response) = try await session.upload(for: upload, from: Data("body".utf8))
        case .uploadFile:
            var upload = request
            upload.httpMethod = "POST"
            let file = URL(fileURLWithPath: #filePath)
            (data, response) = try await session.upload(for: upload, fromFile: file)
        case .downloadFor, .downloadFrom:
            let (file, answer) =
                form == .downloadFor
                ? try await session.download(for: request) : try await session.download(from: url)
            (data, response) = (try Data(contentsOf: file), answer)
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return "\(String(decoding: data, as: UTF8.self)) \(status)"
    }

    @Test(arguments: Form.stubbed)
    func `every form enters and leaves the group, and returns the answer of the server (M1)`(
        form: Form
    ) async throws {
        let recorder = EventRecorder()
        let answer = try await withRequestGroup(options: .observer(recorder)) {
            async let answer = send(form)
            try await server.answer(form.rawValue)
            return try await answer
        }
        #expect(answer == "ok 200")
        let label = label(form)
        #expect(recorder.lines == ["opened", "entered \(label)", "left \(label)", "completed"])
    }

    private func label(_ form: Form) -> String {
        "\(form.rawValue.hasPrefix("upload") ? "POST" : "GET") \(server.host)/\(form)"
    }

    @Test(arguments: Form.stubbed)
    func `outside any group every form returns the same (S5)`(form: Form) async throws {
        async let answer = send(form)
        try await server.answer(form.rawValue)
        #expect(try await answer == "ok 200")
    }

    @Test(arguments: Form.allCases)
    func `an error of the session is thrown (I1)`(form: Form) async throws {
        let answer = Task { try await send(form) }
        try await server.fail(form.rawValue, with: URLError(.networkConnectionLost))
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.code == .networkConnectionLost)
    }

    @Test(arguments: Form.allCases)
    func `cancelling the task throws URLError.cancelled (P2)`(form: Form) async throws {
        let answer = Task { try await send(form) }
        await server.arrived.contains(form.rawValue)
        answer.cancel()
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `cancelling the group throws URLError.cancelled, as a consequence (P2)`()
        async throws
    {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { group in
            let answer = Task { try await send(.dataFrom) }
            await server.arrived.contains(Form.dataFrom.rawValue)
            group.cancel()
            let error = await #expect(throws: URLError.self) { try await answer.value }
            #expect(error?.code == .cancelled)
            await recorder.happened(.left)
            #expect(group.failures.map(\.reason) == [.cancelled])
        }
    }

    @Test func `a cancelled task sends no awaited request (P2)`() async throws {
        let isCancelled = Gate()
        let answer = Task {
            await isCancelled.opened()
            return try await send(.dataFrom)
        }
        answer.cancel()
        isCancelled.open()
        let error = await #expect(throws: URLError.self) { try await answer.value }
        #expect(error?.code == .cancelled)
    }

    @Test func `in a cancelled group the request is rejected as cancelled (I3)`() async throws {
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let error = await #expect(throws: URLError.self) { try await send(.dataFrom) }
            #expect(error?.code == .cancelled)
        }
        #expect(server.arrived.entries.isEmpty)
    }

    @Test func `under a limit requests are sent one after the other (P4)`() async throws {
        let recorder = EventRecorder()
        let group = try await withRequestGroup(options: .limit(1), .observer(recorder)) { group in
            let forms = Form.stubbed
            var tasks: [Task<String, any Error>] = []
            for form in forms {
                tasks.append(Task { try await send(form) })
                // It has its slot, or its place in line: entering comes before that.
                if form == forms[0] {
                    await server.arrived.contains(form.rawValue)
                } else {
                    await recorder.happened(.waiting, label: label(form))
                }
            }
            for (index, form) in forms.enumerated() {
                try await server.answer(form.rawValue)
                #expect(try await tasks[index].value == "ok 200")
            }
            return group
        }
        #expect(group.progress.finished == Form.stubbed.count)
        #expect(server.arrived.entries == Form.stubbed.map(\.rawValue))
    }
}
