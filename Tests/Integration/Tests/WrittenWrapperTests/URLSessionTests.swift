import WrittenWrappers

/// Tests of a wrapper that the command wrote from the symbol graph of FoundationNetworking, as it does for a
/// class that is in no package.
///
/// The library's own wrapper does not interfere, because these tests do not call `intercepted`.
@Suite(.timeLimit(.minutes(10))) struct `The subclass that the command writes for URLSession` {
    @Test
    func `a task is in the group until its completion handler has returned (M1)`() async throws {
        let server = try await Server.shared.value
        let session: URLSession = InterceptingURLSession(configuration: .ephemeral)
        let notes = Notes<String>()
        let group = try await withRequestGroup("page") { group in
            session.dataTask(with: server.url("echo")) { data, _, _ in
                let text = String(decoding: data ?? Data(), as: UTF8.self)
                notes.append("\(text)in \(RequestGroup.current?.name ?? "none")")
            }
            .resume()
            #expect(group.progress.total == 1)
            return group
        }
        #expect(notes.entries == ["GET in page"])
        #expect("\(group.progress)" == "1 of 1 finished")
        session.invalidateAndCancel()
    }

    @Test func `a cancelled group cancels its task (P2)`() async throws {
        let server = try await Server.shared.value
        let run = UUID()
        let session: URLSession = InterceptingURLSession(configuration: .ephemeral)
        let notes = Notes<Int>()
        try await withRequestGroup(options: .tolerant) { group in
            session.dataTask(with: server.url("silent", run: run)) { _, _, error in
                notes.append((error as? URLError)?.errorCode ?? 0)
            }
            .resume()
            await server.traffic.arrival(of: run)
            group.cancel()
        }
        #expect(notes.entries == [URLError.cancelled.rawValue])
        session.invalidateAndCancel()
    }
}
