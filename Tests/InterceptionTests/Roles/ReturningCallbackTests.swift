@testable import InterceptionTestSupport

@Suite struct `Callbacks that return a value` {
    private typealias Image = (Data, URL?, Int, Bool, String, (any Error)?) -> Int

    let network = InterceptingClient(())
    let seen = Journal<String>()

    @Test func `the client gets the value that the caller's callback returns`() async throws {
        let returned = Journal<String>()
        try await withRequestGroup { group in
            let (success, finally) = ({ (count: Int) in count > 1 }, { 7 })
            network.intercept("a", .success(success), .finally(finally)) { success, finally in
                returned.append("\(success(1)) \(success(2)) \(finally())")
            }
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
        #expect(returned.entries == ["false true 7"])
    }

    @Test func `a nil callback stays nil, and another callback ends the request`() async throws {
        let failures = try await failuresOfGroup { group in
            let (success, finally): (((Int) -> Bool)?, (() -> Int)?) = (nil, nil)
            let failure: (any Error) -> Void = { _ in }
            network.intercept("a", .success(success), .finally(finally), .failure(failure)) {
                success,
                finally,
                failure in
                #expect(success == nil)
                #expect(finally == nil)
                failure(ClientError("no"))
            }
            #expect(group.outstanding.isEmpty)
        }
        #expect(failures.map { $0.error as? ClientError } == [ClientError("no")])
    }

    // No role fits this callback; the form of `intercept` without roles takes it.
    @Test(arguments: [true, false])
    func `a callback of six values runs in the group (I1, I5)`(isGrouped: Bool) async throws {
        let done: Image = { data, _, _, isLast, url, error in
            let group = RequestGroup.current?.name ?? "none"
            seen.append("\(isLast) \(url) \(error != nil) \(group)")
            return data.count
        }
        func load() {
            network.intercept("image") { call in
                let passed: Image = { data, url, index, isLast, name, error in
                    call.answer(error) { done(data, url, index, isLast, name, error) }
                }
                // The client answers outside the group.
                withoutRequestGroup {
                    let count = passed(Data([1, 2]), nil, 0, true, "cat", ClientError("gone"))
                    #expect(count == 2)
                }
            }
        }
        if isGrouped {
            let outcome = await withRequestGroupOutcome("page") { _ in load() }
            #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("gone")])
        } else {
            load()
        }
        #expect(seen.entries == ["true cat true \(isGrouped ? "page" : "none")"])
    }
}
