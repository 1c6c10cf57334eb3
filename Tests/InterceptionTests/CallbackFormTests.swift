import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

@Suite struct `The callback form of a group` {
    let client = ManualClient()
    var network: InterceptingClient<ManualClient> { InterceptingClient(client) }

    @Test func `the completion is called once, when the last request has left (C1)`() async throws {
        let ends = Journal<Int>()
        let main = QueueMark(.main)
        let group = withRequestGroup {
            network.get("a")
            network.get("b")
            return 42
        } completion: { result in
            #expect(main.isCurrent)
            ends.append((try? result.get()) ?? 0)
        }
        #expect(group.outstanding == ["GET a", "GET b"])
        try client.succeed("b")
        #expect(ends.entries.isEmpty)
        #expect(group.outstanding == ["GET a"])
        try client.succeed("a")
        #expect(await ends.first(1) == [42])
        group.cancel()
        await drained(.main)
        #expect(ends.entries == [42])
    }

    @Test @MainActor func `an empty group completes later, never within the call (C1)`() async {
        let order = Journal<String>()
        withRequestGroup {
        } completion: { _ in
            order.append("completed")
        }
        order.append("returned")
        #expect(await order.first(2) == ["returned", "completed"])
    }

    @Test func `a request that was answered on the spot completes the group later (C1)`() async {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let cached = InterceptingClient(ManualClient { $0.succeed() })
        let ends = Journal<Bool>()
        withRequestGroup(queue: queue) {
            cached.get("a")
        } completion: { _ in
            ends.append(true)
        }
        #expect(ends.entries.isEmpty)
        queue.resume()
        #expect(await ends.first(1) == [true])
    }

    @Test func `the completion is called on the queue that was chosen (C1)`() async {
        let mark = QueueMark()
        let ends = Journal<Bool>()
        withRequestGroup(queue: mark.queue) {
        } completion: { _ in
            ends.append(mark.isCurrent)
        }
        withRequestGroup(queue: mark.queue) {
        } success: {
            ends.append(mark.isCurrent)
        } failure: { _ in
            Issue.record("An empty group cannot fail.")
        }
        #expect(await ends.first(2) == [true, true])
    }

    @Test func `success is called if every request succeeded (C1)`() async throws {
        let ends = Journal<String>()
        let main = QueueMark(.main)
        withRequestGroup {
            network.get("a")
        } success: {
            ends.append(main.isCurrent ? "success" : "elsewhere")
        } failure: { _ in
            ends.append("failure")
        }
        try client.succeed("a")
        #expect(await ends.first(1) == ["success"])
        await drained(.main)
        #expect(ends.entries == ["success"])
    }

    @Test func `failure gets every failure in the order of issue, with label and error (C2)`()
        async throws
    {
        let ends = Journal<[RequestFailure]>()
        let main = QueueMark(.main)
        withRequestGroup {
            for path in ["a", "b", "c", "d"] { network.get(path) }
        } success: {
            ends.append([])
        } failure: { failures in
            #expect(main.isCurrent)
            ends.append(failures)
        }
        for path in ["d", "b", "a"] { try client.fail(path, with: path) }
        try client.succeed("c")
        let failures = try #require(await ends.first(1).first)
        #expect(failures.map(\.label) == ["GET a", "GET b", "GET d"])
        #expect(failures.map { $0.error as? ClientError } == ["a", "b", "d"].map { .init($0) })
        #expect(failures.map(\.index) == [0, 1, 3])
    }

    @Test func `the completion gets one error with every failure (C2)`() async throws {
        let ends = Journal<(any Error)?>()
        withRequestGroup("page") {
            network.get("a")
            network.get("b")
        } completion: { result in
            ends.append(result.reportedFailure)
        }
        try client.fail("b")
        try client.fail("a")
        let error = try #require(await ends.first(1).first as? RequestGroupError)
        #expect(error.failures.map(\.label) == ["GET a", "GET b"])
        #expect(error.groupName == "page")
        #expect(error.code == .requestsFailed)
    }

    @Test
    func `a body that throws cancels the outstanding requests, and its error is reported (C3)`()
        async throws
    {
        let ends = Journal<(any Error)?>()
        let group = withRequestGroup {
            network.get("a")
            throw ClientError("body")
        } completion: { (result: Result<Void, any Error>) in
            ends.append(result.reportedFailure)
        }
        #expect(group.isCancelled)
        #expect(group.outstanding == ["GET a"])
        await drained(.main)
        #expect(ends.entries.isEmpty)
        try client.fail("a")
        #expect(await ends.first(1).first as? ClientError == ClientError("body"))
    }

    @Test func `the completion runs in the enclosing group, which waits for it (C4)`() async throws
    {
        let queue = DispatchQueue(label: "suspended")
        queue.suspend()
        let names = Journal<String?>()
        try await withRequestGroup("outer") { outer in
            withRequestGroup("inner", queue: queue) {
                network.get("a")
            } completion: { _ in
                names.append(RequestGroup.current?.name)
                network.get("b")
                names.append("\(outer.outstanding)")
            }
            try client.succeed("a")
            #expect(outer.outstanding == ["inner"])
            queue.resume()
            _ = await names.first(2)
            await drained(queue)
            #expect(outer.outstanding == ["GET b"])
            try client.succeed("b")
        }
        #expect(names.entries == ["outer", #"["inner", "GET b"]"#])
    }

    @Test func `without an enclosing group the completion runs in no group (C4)`() async {
        let names = Journal<String?>()
        withRequestGroup("alone") {
        } completion: { _ in
            names.append(RequestGroup.current?.name)
        }
        #expect(await names.first(1) == [nil])
    }

    @Test func `the completion of a group may open the next one (C4)`() async {
        let names = Journal<String>()
        withRequestGroup("1") {
        } completion: { _ in
            names.append("1")
            withRequestGroup("2") {
            } completion: { _ in
                names.append("2")
                withRequestGroup("3") {
                } completion: { _ in
                    names.append("3")
                }
            }
        }
        #expect(await names.first(3) == ["1", "2", "3"])
    }
}
