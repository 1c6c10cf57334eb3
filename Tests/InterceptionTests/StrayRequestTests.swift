import Foundation
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if DEBUG
// Only debug builds of the library report.
@Suite(.timeLimit(.ordinary)) struct `Stray requests` {
    private let strays = Journal<StrayRequest>()

    private var labels: [String] { strays.entries.map(\.label) }

    private func settings(limiter: RequestLimiter? = nil) -> InterceptionSettings {
        InterceptionSettings {
            $0.limiter = limiter
            $0.onStray = strays.append
        }
    }

    /// Runs the closure where the group does not reach, as on a queue.
    private func astray(_ issue: @escaping @Sendable () async throws -> Void) async throws {
        try await withRequestGroup("missed by \(#function)") {
            try await Task.detached { try await issue() }.value
        }
    }

    @Test func `a stray request is reported with its place, the open groups and the remedy (S1)`()
        async throws
    {
        let client = ManualClient()
        let network = InterceptingClient(client, settings: settings())
        try await withRequestGroup("missed page") {
            await Task.detached { network.get("feed") }.value
        }
        let stray = try #require(strays.entries.first)
        #expect(labels == ["GET feed"])
        #expect(stray.openGroups.contains("missed page"))
        #expect(stray.callStack.count > 3)
        #expect(stray.description.hasPrefix("GET feed was issued outside any group while "))
        #expect(stray.description.contains("“missed page”"))
        #expect(stray.description.contains("CapturedGroup"))
        #expect(stray.description.contains("withoutRequestGroup"))
        #expect(client.started.entries == ["feed"])
    }

    @Test(arguments: [1, 2, 3, 4], [true, false])
    func `each form with roles reports a stray request once (S1)`(
        count: Int,
        isLimited: Bool
    ) async throws {
        let client = AnsweringClient()
        let settings = settings(limiter: isLimited ? RequestLimiter(limit: 1) : nil)
        let network = NumberedNetwork(client: client, interceptionSettings: settings)
        try await astray {
            network.get(count) { _ in }
            client.answerAll(nil)
            try network.load(count) { _ in }
            client.answerAll(nil)
        }
        #expect(labels == ["get", "load"])
    }

    @Test(arguments: [true, false])
    func `every other form reports a stray request once (S1)`(isLimited: Bool) async throws {
        let settings = settings(limiter: isLimited ? RequestLimiter(limit: 1) : nil)
        let (client, handles) = (ManualClient(), HandleClient())
        try await astray {
            let network = InterceptingClient(client, settings: settings)
            network.get("roles")
            try client.succeed("roles")
            _ = InterceptingClient(handles, settings: settings).load("handle") { _ in }
            handles.answer("handle")
            try await network.intercept("asynchronous") {}
            _ = try await network.awaitReply("reply") { $0.success(1) }
            let prepared = network.prepare("prepared") { (callback: () -> Void) in
                callback()
            } cancel: { _ in
            } _: { call in
                call.wrap(.finally {})
            }
            prepared.start()
        }
        #expect(
            labels == ["GET roles", "LOAD handle", "asynchronous", "reply", "prepared"]
        )
    }

    @Test(arguments: TaskMethod.stubbed, [true, false])
    func `a stray task of a session is reported once, when it is created or resumed (S1)`(
        form: TaskMethod,
        isOwn: Bool
    ) async throws {
        let server = StubServer(isAnswering: true)
        let session = InterceptingClient(server.session(), settings: settings())
        let answers = Journal<String>()
        let url = try server.url(form.path)
        try await astray {
            let task: any StartableTask =
                isOwn ? form.makeOwn(session, url, answers) : form.make(session, url, answers)
            task.resume()
        }
        _ = await answers.first(1)
        #expect(labels == [form.label(server)])
    }

    @Test func `asynchronous methods of a session report a stray request once (S1)`() async throws {
        let server = StubServer(isAnswering: true)
        let session = InterceptingClient(server.session(), settings: settings())
        let url = try server.url("feed")
        try await astray { _ = try await session.data(from: url) }
        #expect(labels == ["GET \(server.host)/feed"])
    }

    @Test func `a stray task that cannot be observed is reported once (S1)`() async throws {
        let server = StubServer()
        let delegate = DataDelegateRecorder()
        let base = URLSession(
            configuration: StubServer.configuration,
            delegate: delegate,
            delegateQueue: nil
        )
        let session = InterceptingClient(base, settings: settings())
        let url = try server.url("feed")
        try await astray {
            let task = session.dataTask(with: url) as InterceptedTask<URLSessionDataTask>
            task.resume()
        }
        try await server.answer("feed")
        _ = await delegate.told.first(3)
        #expect(labels == ["GET \(server.host)/feed"])
        base.invalidateAndCancel()
    }

    @Test func `a stray service is reported once (S1)`() async throws {
        let base = ManualSender()
        let client = GroupedSender(base: base, interceptionSettings: settings())
        let mediator = try ServiceMediator(client)
        try await astray {
            mediator.send(ServiceDefinition<String>("feed")) { _ in }
            try base.take("feed").succeed()
        }
        #expect(labels.count == 1)
    }

    @Test func `a request in withoutRequestGroup is not stray (S4)`() async throws {
        let network = InterceptingClient(ManualClient(), settings: settings())
        let server = StubServer(isAnswering: true)
        let session = InterceptingClient(server.session(), settings: settings())
        let url = try server.url("feed")
        try await astray {
            withoutRequestGroup { network.get("ping") }
            try await withoutRequestGroup { try await network.intercept("ping") {} }
            let captured = withoutRequestGroup { CapturedGroup() }
            captured.run { network.get("captured") }
            await captured.run {
                await Task.yield()
                network.get("captured")
            }
            let isAnswered = Gate()
            let task = withoutRequestGroup {
                session.dataTask(with: url) { _, _, _ in isAnswered.open() }
                    as InterceptedTask<URLSessionDataTask>
            }
            task.resume()
            await isAnswered.opened()
        }
        #expect(labels.isEmpty)
    }

    @Test func `requests of a captured group without a group are stray (S3)`() async throws {
        let network = InterceptingClient(ManualClient(), settings: settings())
        try await astray {
            CapturedGroup().run { network.get("here") }
            await CapturedGroup().run {
                await Task.yield()
                network.get("there")
            }
        }
        #expect(labels == ["GET here", "GET there"])
    }

    @Test func `a request in a group, even a completed one, is not stray (S1)`() async throws {
        let client = ManualClient(immediateAnswer: { $0.succeed("") })
        let network = InterceptingClient(client, settings: settings())
        try await withRequestGroup("another") {
            let group = try await withRequestGroup("page", options: .detached, .tolerant) { group in
                network.get("feed")
                return group
            }
            group.run { network.get("late") }
            #expect(client.started.entries == ["feed", "late"])
        }
        #expect(labels.isEmpty)
    }

    @Test func `requests issued by the report of a stray request are not reported (S1)`()
        async throws
    {
        let client = ManualClient()
        let reported = Journal<String>()
        let bare = InterceptingClient(client)
        let network = Locked(bare)
        network.withLock {
            $0 = InterceptingClient(
                client,
                settings: InterceptionSettings { settings in
                    settings.onStray = { stray in
                        reported.append(stray.label)
                        // Not for ever, if it is.
                        if reported.entries.count < 3 { network.withLock { $0 }.get("report") }
                    }
                }
            )
        }
        try await astray { network.withLock { $0 }.get("feed") }
        #expect(reported.entries == ["GET feed"])
        network.withLock { $0 = bare }
    }

    #if os(macOS) || os(Linux)
    @Test func `a request is not stray while no group is open (S1)`() async {
        // The closure runs in a process of its own, where no other test opens a group.
        await #expect(processExitsWith: .success) {
            let strays = Journal<StrayRequest>()
            let settings = InterceptionSettings { $0.onStray = strays.append }
            let network = InterceptingClient(
                ManualClient(immediateAnswer: { $0.succeed("") }),
                settings: settings
            )
            network.get("before")
            try await withRequestGroup("page") { network.get("in it") }
            network.get("after")
            try #require(strays.entries.isEmpty)
            try await withRequestGroup("page") {
                await Task.detached { network.get("stray") }.value
            }
            try #require(strays.entries.map(\.openGroups) == [["page"]])
        }
    }
    #endif
}
#endif
