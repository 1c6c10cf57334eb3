@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Plans` {
    let client = ManualClient()
    var sender: PathSender { PathSender(client: client) }
    let request = URLRequest(path: "a")

    @Test func `map transforms an answer, and an error in map fails the group`() async throws {
        let plan = request.plan.map { response in
            if response.text == "bad" { throw ClientError("bad") }
            return response.text.count
        }
        for text in ["good", "bad"] {
            let (answers, client) = (Journal<String>(), ManualClient())
            let failures = try await failuresOfGroup { _ in
                PathSender(client: client).perform(plan) { answers.append("\($0)") }
                try client.succeed("a", with: text)
            }
            #expect(answers.entries.count == 1)
            #expect(answers.entries.first?.contains("4") == (text == "good"))
            let errors: [ClientError?] = text == "good" ? [] : [ClientError("bad")]
            #expect(failures.map { $0.error as? ClientError } == errors)
        }
    }

    @Test func `completions of inner plans run first, in the group of the plan`() async throws {
        let answers = Journal<String>()
        let network = InterceptingClient(client)
        let plan = request.plan
            .onCompletion { _ in
                answers.append("first, in \(RequestGroup.current?.name ?? "none")")
                network.get("follow-up")
            }
            .onCompletion { _ in answers.append("second") }
        let group = try await completedGroup("page") { group in
            sender.perform(plan) { answers.append($0.text) }
            try client.succeed("a")
            #expect(group.outstanding == ["GET follow-up"])
            try client.succeed("follow-up")
        }
        #expect(answers.entries == ["first, in page", "second", "ok"])
        #expect(group.progress.total == 2)
    }

    @Test func `a plan can be performed several times and by several senders`() async throws {
        let plan = request.plan.then { URLRequest(path: $0.text) }
        for _ in 0..<2 {
            let answers = Journal<String>()
            sender.perform(plan) { answers.append($0.text) }
            try client.succeed("a", with: "b")
            try client.succeed("b")
            #expect(answers.entries == ["ok"])
        }
        let other = ManualClient()
        let task = Task { try await BareSender(client: other).perform(plan) }
        await other.started.waitFor("a")
        try other.succeed("a", with: "b")
        try other.succeed("b", with: "other")
        #expect(try await task.value.text == "other")
    }
}
