import Foundation
import Interception
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(1)))
struct `Downloads of a URLSession` {
    let server: LoopbackServer
    let session = InterceptingClient(URLSession(configuration: .ephemeral))

    init() throws {
        server = try LoopbackServer()
    }

    @Test(arguments: [TaskForm.downloadForRequest, .downloadForURL], [true, false])
    func `M1: both forms of the task enter at resume, and leave after their handler`(
        form: TaskForm,
        isGrouped: Bool
    ) async throws {
        let answers = Journal<String>()
        defer { server.close() }
        let url = try server.url("a")
        if isGrouped {
            try await withRequestGroup("page") { group in
                let task = form.make(session, url, answers)
                #expect(group.progress.total == 0)
                task.resume()
                #expect(group.progress.total == 1)
            }
            #expect(answers.entries == ["ok 200 in page"])
        } else {
            form.make(session, url, answers).resume()
            #expect(await answers.first(1) == ["ok 200 in none"])
        }
    }

    @Test(arguments: [true, false], [true, false])
    func `M1: both asynchronous forms leave a file that is the caller's`(
        isGrouped: Bool,
        isRequest: Bool
    ) async throws {
        defer { server.close() }
        let url = try server.url("a")
        let download = {
            try await isRequest
                ? session.download(for: URLRequest(url: url)) : session.download(from: url)
        }
        let (file, response) =
            if isGrouped { try await withRequestGroup(body: download) } else {
                try await download()
            }
        #expect(try Data(contentsOf: file) == Data("ok".utf8))
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        try FileManager.default.removeItem(at: file)
    }
}
