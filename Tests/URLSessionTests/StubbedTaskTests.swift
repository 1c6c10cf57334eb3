@testable import Interception
@testable import InterceptionTestSupport

// A stubbed task ends in the same way as a task that a server has answered.
extension `Stubs of a wrapped URLSession` {
    @Test(arguments: TaskMethod.sent, [true, false])
    func `a stub answers in the group of a task (M1)`(form: TaskMethod, isBare: Bool) async throws {
        stubs.answer(.url("*"), with: .json("stubbed", status: 201))
        let (answers, recorder) = (Journal<String>(), EventRecorder())
        let url = try #require(URL(string: "https://api.test/\(form.path)"))
        try await withRequestGroup("page", options: .observer(recorder)) {
            form.make(session, url, answers, isBare: isBare).resume()
        }
        #expect(answers.entries == ["stubbed 201 in page"])
        let label = "\(form.httpMethod) api.test/\(form.path)"
        #expect(recorder.lines == ["opened", "entered \(label)", "left \(label)", "completed"])
    }

    @Test func `handlers of stubbed tasks run on the session's delegate queue (I1)`() async throws {
        let queue = OperationQueue()
        queue.name = "handlers"
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: nil,
            delegateQueue: queue,
            pipeline: RequestPipeline(stubs: stubs)
        )
        stubs.answer(.url("*"), with: .json("{}"))
        let names = Journal<String?>()
        let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { _, _, _ in
            names.append(OperationQueue.current?.name)
        }
        session.dataTask(with: try request("feed"), completionHandler: handler).resume()
        session.dataTask(with: try request("feed"), completionHandler: handler).cancel()
        #expect(await names.waitForFirst(2) == ["handlers", "handlers"])
    }

    @Test func `the file of a stubbed download exists while its handler runs`() async throws {
        stubs.answer(.url("*"), with: .json("{}"))
        let files = Journal<URL?>()
        try await withRequestGroup {
            session.downloadTask(with: try request("file")) { file, _, _ in
                #expect(file.map { FileManager.default.fileExists(atPath: $0.path) } == true)
                files.append(file)
            }.resume()
        }
        let path = try #require(files.entries.first??.path)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `each awaited download has a file of its own (I1)`() async throws {
        stubs.answer(.url("*"), with: .json("1"), .json("2"))
        let url = try #require(request("file").url)
        var files: [URL?] = []
        for _ in 1...2 { files.append(try? await session.download(from: url).0) }
        let contents = files.map { file in
            file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
        }
        #expect(contents == ["1", "2"])
        for file in files {
            DownloadedFile.remove(file)
            #expect(file.map { FileManager.default.fileExists(atPath: $0.path) } == false)
        }
    }

    @Test func `a download cancelled while its stub answers leaves no file`() async throws {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let session = InterceptingClient(
            configuration: .ephemeral,
            delegate: nil,
            delegateQueue: queue,
            pipeline: RequestPipeline(stubs: stubs)
        )
        let content = Data(UUID().uuidString.utf8)
        stubs.answer(.url("*"), with: .data(content).delayed(by: .seconds(1)))
        let errors = Journal<(any Error)?>()
        let task = session.downloadTask(with: try request("file")) { errors.append($2) }
        task.resume()
        await clock.waitUntilAsleep()
        // The queue performs the cancelling first, and then the answer.
        queue.isSuspended = true
        task.cancel()
        await yieldWhile { queue.operationCount < 1 }
        clock.advance(by: .seconds(1))
        await yieldWhile { queue.operationCount < 2 }
        #expect(try downloads(containing: content).count == 1)
        queue.isSuspended = false
        await waitUntilDrained(queue)
        #expect(errors.entries.map(\.urlCode) == [.cancelled])
        #expect(try downloads(containing: content).isEmpty)
    }

    /// Returns the files that the library has written for downloads with this content.
    private func downloads(containing content: Data) throws -> [URL] {
        // By names: listing the folder by URLs throws if another test removes a file meanwhile.
        let folder = FileManager.default.temporaryDirectory
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .map { folder.appendingPathComponent($0) }
            .filter { $0.pathExtension == "download" }
            .filter { url in
                // On Linux, reading an empty file leaks memory.
                let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size]
                return size as? Int == content.count && (try? Data(contentsOf: url)) == content
            }
    }

    @Test(arguments: [401, 407, 302, 304, 500])
    func `a stub can answer with a status that a session handles`(status: Int) async throws {
        let headers = ["WWW-Authenticate": "Basic realm=\"x\"", "Location": "/elsewhere"]
        stubs.answer(.url("*"), with: .json("{}", status: status, headers: headers))
        let answers = Journal<String>()
        try await withRequestGroup {
            TaskMethod.dataForURL.make(session, try #require(request("feed").url), answers).resume()
        }
        #expect(answers.entries.map { $0.prefix(6) } == ["{} \(status)"])
    }

    @Test func `cancelling a stubbed task during its answer ends the task once`() async throws {
        stubs.answer(.method("GET", "/later"), with: .json("{}").delayed(by: .seconds(1)))
        stubs.answer(.method("GET", "/now"), with: .json("{}"))
        let ends = Journal<Int>()
        try await withRequestGroup(options: .tolerant) {
            for index in 0..<400 {
                let path = index.isMultiple(of: 2) ? "later" : "now"
                let task = session.dataTask(with: try request(path)) { _, _, _ in
                    ends.append(index)
                }
                task.resume()
                task.resume()
                if !index.isMultiple(of: 3) { DispatchQueue.global().async { task.cancel() } }
                if index.isMultiple(of: 5) { clock.advance(by: .seconds(1)) }
            }
            while ends.entries.count < 400, !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        #expect(ends.entries.sorted() == Array(0..<400))
    }

    @Test func `releasing a stubbed task without a resume releases its handler`() async throws {
        stubs.answer(.url("*"), with: .json("{}"))
        let living = LiveCount()
        do {
            let token = living.token()
            _ = session.dataTask(with: try request("feed")) { _, _, _ in
                token.touch()
                Issue.record("A dropped task was answered.")
            }
        }
        await yieldWhile { living.value > 0 }
        #expect(living.value == 0)
    }

    @Test func `a stub answers many tasks that are created before any is resumed`() async throws {
        stubs.answer(.url("*"), with: .json("{}"))
        let ends = Journal<Int>()
        let tasks = try (0..<200).map { index in
            session.dataTask(with: try request("feed")) { data, _, _ in
                ends.append(data == nil ? -1 : index)
            }
        }
        for task in tasks { task.resume() }
        #expect(await ends.waitForFirst(200).sorted() == Array(0..<200))
    }
}
