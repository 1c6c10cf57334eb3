@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Tasks of the session itself` {
    let server = StubServer()
    let session: InterceptingClient<URLSession>

    init() { session = InterceptingClient(server.session()) }

    @Test(.endsInTime, arguments: [true, false], OwnSpelling.allCases)
    func `downloads that cannot be resumed end when their group is cancelled (I3, P2)`(
        isCancelledBefore: Bool,
        spelling: OwnSpelling
    ) async throws {
        let answers = Journal<String>()
        // On Linux, such a task reads the tasks of its session, which may change meanwhile: each task gets a session.
        func session() -> InterceptingClient<URLSession> { InterceptingClient(server.session()) }
        func reporting() -> InterceptingClient<URLSession> {
            server.session(delegate: DelegateRecorder())
        }
        let url = try server.url("nothing")
        let form = (TaskMethod.downloadResumed, IdleTaskForm.downloadResumed)
        let progress = try await completedGroup("page", options: .tolerant) { group in
            if isCancelledBefore { group.cancel() }
            _ = form.0.makeOwn(session(), url, answers, by: spelling)
            _ = form.1.makeOwn(reporting(), url, by: spelling)
            if !isCancelledBefore { group.cancel() }
            form.0.make(session(), url, answers).resume()
            form.1.make(reporting(), url).resume()
        }.progress
        #expect(progress == GroupProgress(finished: 4, failed: 4, total: 4))
        #expect(answers.entries == ["nothing 0 in page", "nothing 0 in page"])
    }

    @Test(.endsInTime, arguments: [true, false], OwnSpelling.allCases)
    func `a task created in a cancelled group ends as cancelled (I3)`(
        isResumed: Bool,
        spelling: OwnSpelling
    ) async throws {
        // The suspended queue runs nothing: a task that is resumed at once is cancelled nevertheless.
        let queue = DispatchQueue(label: "busy")
        queue.suspend()
        defer { queue.resume() }
        let session = InterceptingClient(session.base) {
            $0.queue = spelling == .method ? queue : nil
        }
        let errors = Journal<(any Error)?>()
        try await withRequestGroup(options: .tolerant) { group in
            group.cancel()
            let url = try server.url("a")
            let task: URLSessionDataTask =
                switch spelling {
                case .type: session.dataTask(with: url) { errors.append($2) }
                case .method: session.dataTask(with: url) { errors.append($2) }.enter()
                }
            #expect([.canceling, .completed].contains(task.state))
            if isResumed { task.resume() }
        }
        #expect(errors.entries.map(\.urlCode) == [.cancelled])
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `a task and its bare task are one request (M1)`(isStartedByWrapper: Bool) async throws {
        let answers = Journal<String>()
        let stubs = RequestStubs(answering: .json("1"), .json("2"))
        try await withRequestStubs(stubs) {
            let progress = try await completedGroup { _ in
                let url = try server.url("a")
                let task = session.dataTask(with: url, completionHandler: answers.appendBody)
                let own = task.enter()
                #expect(task.enter() === own)
                if isStartedByWrapper { task.resume() } else { own.resume() }
            }.progress
            #expect(progress == GroupProgress(finished: 1, total: 1))
        }
        #expect(answers.entries == ["1"])
        #expect(stubs.requests.count == 1)
    }

    @Test func `a task returned as a URLSession task is in the group (I1)`() async throws {
        final class Screen {
            var task: URLSessionDataTask?
            var tasks: [URLSessionTask] = []
        }
        func resume(_ task: URLSessionTask) { task.resume() }
        func made(_ url: URL) -> URLSessionDataTask { session.dataTask(with: url) { _, _, _ in } }
        let (screen, server) = (Screen(), StubServer(isAnswering: true))
        let url = try server.url("a")
        let request = URLRequest(url: url)
        let group = try await completedGroup { group in
            let task: URLSessionDataTask = session.dataTask(with: url) { _, _, _ in }
            screen.task = session.dataTask(with: request)
            screen.tasks.append(session.dataTask(with: url))
            screen.tasks.append(session.uploadTask(with: request, from: nil) { _, _, _ in }.enter())
            screen.tasks += [session.uploadTask(with: request, from: Data()).enter()]
            let anyTask = session.dataTask(with: url) { _, _, _ in } as URLSessionTask
            #expect(group.progress.total == 6)
            resume(session.dataTask(with: url) { _, _, _ in })
            resume(session.dataTask(with: url))
            made(url).resume()
            for task in [task, anyTask, screen.task].compactMap(\.self) + screen.tasks {
                task.resume()
            }
        }
        #expect(group.failures.map(\.label) == [])
        #expect(group.progress == GroupProgress(finished: 9, total: 9))
    }

    @Test(arguments: BareStart.allCases)
    func `a task that is resumed past its wrapper is answered and reported (I4)`(
        form: BareStart
    ) async throws {
        let (name, answers) = ("resumed: \(form)", Journal<String>())
        let recorder = DelegateRecorder(onEnd: { _ in answers.append("1") })
        let server = StubServer(isAnswering: true)
        let url = try server.url("a")
        let session =
            switch form {
            case .task, .released, .entered: InterceptingClient(server.session())
            case .rejected:
                InterceptingClient(server.session(), statusCheck: HTTPStatusCheck { _ in false })
            case .stubbed, .stubbedAndReleased:
                server.session(RequestPipeline(stubs: RequestStubs(answering: .json("1"))))
            case .adapted:
                server.session(RequestPipeline(adapters: [.atStart { request, _ in request }]))
            case .delegated: server.session(delegate: recorder)
            }
        #if DEBUG
        let console = ConsoleRecorder(groupName: name)
        #endif
        try await withRequestGroup(name, options: .mayBeEmpty) {
            var task: InterceptedTask<URLSessionDataTask>? =
                form == .delegated
                ? session.dataTask(with: url)
                : session.dataTask(with: url) { answers.append($2 == nil ? "1" : "failed") }
            if form == .entered { _ = task?.enter() }
            let bare = try #require(task?.base)
            if form == .released || form == .stubbedAndReleased { task = nil }
            bare.resume()
            #expect(await answers.waitForFirst(1) == ["1"])
            withExtendedLifetime(task) {}
        }
        #if DEBUG
        let message =
            "A request of group “\(name)” was started through its bare object, such as base or sessionTask of a "
            + "task, so the group did not wait for it. Call resume() or start() of the wrapper, or resume the task "
            + "that enter() returns."
        #expect(console.messages == (form == .entered ? [] : [message]))
        #endif
    }

    enum BareStart: CaseIterable {
        case task, released, entered, rejected, stubbed, stubbedAndReleased, adapted, delegated
    }
}
