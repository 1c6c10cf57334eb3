@testable import InterceptionTestSupport

/// A way to create a session task: its method, the delegate of its session, and whether it is a bare session task.
struct SessionTaskForm: CustomTestStringConvertible, Sendable {
    enum Method: Sendable {
        case handler(TaskMethod, OwnSpelling)
        case delegate(IdleTaskForm, DelegateKind)
        case silent(IdleTaskForm, SilentSession)
    }

    let method: Method
    let isBare: Bool

    var testDescription: String { "\(isBare ? "bare " : "")\(method)" }

    /// The forms whose tasks have a request, which reaches the server.
    static let sent = all(TaskMethod.sent, IdleTaskForm.sent)

    /// The forms whose tasks enter when they are resumed.
    static let enteringAtResume = sent.filter { !$0.isBare }

    /// The forms whose tasks have no request, because they cannot be resumed.
    static let unresumable = all([.downloadResumed], [.downloadResumed])

    private static func all(_ methods: [TaskMethod], _ forms: [IdleTaskForm]) -> [Self] {
        [true, false].flatMap { isBare in
            let handlers = methods.flatMap { method in
                (isBare ? OwnSpelling.allCases : [.type]).map { Method.handler(method, $0) }
            }
            let delegates = forms.flatMap { form in
                DelegateKind.allCases.map { Method.delegate(form, $0) }
            }
            let silent = forms.filter { $0 != .uploadStream }.flatMap { form in
                SilentSession.allCases.map { Method.silent(form, $0) }
            }
            return (handlers + delegates + silent).map { Self(method: $0, isBare: isBare) }
        }
    }

    /// The forms whose tasks a ``StubServer`` can answer.
    static let stubbed = sent.filter { form in
        switch form.method {
        case .handler(let method, _): TaskMethod.stubbed.contains(method)
        case .delegate(let form, _), .silent(let form, _): IdleTaskForm.stubbed.contains(form)
        }
    }

    private var sessionMethod: any SessionMethod {
        switch method {
        case .handler(let method, _): method
        case .delegate(let form, _), .silent(let form, _): form
        }
    }

    var path: String { sessionMethod.path }
    func label(_ server: StubServer) -> String { sessionMethod.label(server) }
}

@Suite(.timeLimit(.ordinary)) struct `Every form of a session task` {
    let server = StubServer()
    let answers = Journal<String>()
    let recorder = EventRecorder()

    struct Made {
        let task: any StartableTask
        let session: InterceptingClient<URLSession>
        var delegate: DelegateRecorder?
    }

    private func make(_ form: SessionTaskForm) throws -> Made {
        let url = try server.url(form.path)
        switch form.method {
        case .handler(let method, let spelling):
            let session = InterceptingClient(server.session())
            let task: any StartableTask =
                form.isBare
                ? method.makeOwn(session, url, answers, by: spelling)
                : method.make(session, url, answers)
            return Made(task: task, session: session)
        case .delegate(let method, let kind):
            let delegate = kind.recorder()
            let session = server.session(delegate: delegate)
            let task = method.make(session, url, isBare: form.isBare)
            return Made(task: task, session: session, delegate: delegate)
        case .silent(let method, let kind):
            let session = kind.session(server)
            return Made(task: method.make(session, url, isBare: form.isBare), session: session)
        }
    }

    @Test(arguments: SessionTaskForm.stubbed)
    func `a task is in its group until its end (M1)`(form: SessionTaskForm) async throws {
        let label = form.label(server)
        let reports = try await withRequestGroup("page", options: .observer(recorder)) { group in
            let made = try make(form)
            #expect(group.outstanding == (form.isBare ? [label] : []))
            made.task.resume()
            #expect(group.outstanding == [label])
            try await server.answer(form.path)
            return made.delegate
        }
        #expect(recorder.lines == ["opened", "entered \(label)", "left \(label)", "completed"])
        guard case .delegate(let method, let kind) = form.method else {
            if case .handler = form.method { #expect(answers.entries == ["ok 200 in page"]) }
            return
        }
        // Every delegate method ran in the group, and the last method ran before the task left.
        let received = ["response 200 of \(method) in page", "data ok of \(method) in page"]
        let calls = (kind.receivesData ? received : []) + ["end of \(method) in page"]
        #expect(reports?.calls.entries == calls)
        #expect(reports?.outstanding.entries == [[label]])
    }

    @Test(arguments: SessionTaskForm.enteringAtResume)
    func `a task never resumed keeps no group open (M1)`(form: SessionTaskForm) async throws {
        weak var released: RequestGroup?
        do {
            let made = try await withRequestGroup { group in
                released = group
                return try make(form)
            }
            await made.session.waitUntilTasksAreRegistered()
        }
        #expect(released == nil)
        #expect(server.arrived.entries.isEmpty)
    }

    @Test(arguments: SessionTaskForm.stubbed.filter { !$0.isBare }, [true, false])
    func `a task joins the group of its creation, or else of its start (S6)`(
        form: SessionTaskForm,
        isGrouped: Bool
    ) async throws {
        let ungrouped = isGrouped ? nil : try make(form)
        try await withRequestGroup("creation", options: .mayBeEmpty) { creation in
            let made = try ungrouped ?? make(form)
            try await withRequestGroup("resume", options: .detached, .mayBeEmpty) { resume in
                made.task.resume()
                let (joined, other) = isGrouped ? (creation, resume) : (resume, creation)
                #expect(joined.outstanding == [form.label(server)])
                #expect(other.progress.total == 0)
                try await server.answer(form.path)
            }
        }
    }

    @Test(arguments: SessionTaskForm.sent)
    func `the error of a task fails the group (M1)`(form: SessionTaskForm) async throws {
        let failures = try await failuresOfGroup { _ in
            try make(form).task.resume()
            try await server.fail(form.path, with: URLError(.networkConnectionLost))
        }
        #expect(failures.map(\.label) == [form.label(server)])
        #expect(failures.map(\.error.urlCode) == [.networkConnectionLost])
    }

    @Test(arguments: SessionTaskForm.unresumable)
    func `invalid resume data fails a task and its group (M1)`(form: SessionTaskForm) async throws {
        let (group, delegate) = try await withRequestGroup("page", options: .tolerant) { group in
            let made = try make(form)
            #expect(group.outstanding == (form.isBare ? ["resumed download"] : []))
            await made.session.waitUntilTasksAreRegistered()
            made.task.resume()
            return (group, made.delegate)
        }
        #expect(group.failures.map(\.label) == ["resumed download"])
        #expect(group.failures.map(\.reason) == [.failed])
        if case .handler = form.method { #expect(answers.entries == ["nothing 0 in page"]) }
        if let delegate { #expect(delegate.calls.entries == ["end of nothing in page"]) }
    }
}
