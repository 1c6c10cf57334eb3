@testable import InterceptionTestSupport

/// Callbacks that fit no role, in the form of `intercept` that takes no roles.
@Suite struct `Callbacks of any signature` {
    private typealias Image = (Data, URL?, Int, Bool, String, (any Error)?) -> Void

    private let seen = Journal<String>()
    private let network = InterceptingClient(())

    @Test(arguments: [true, false])
    func `a callback of six values runs in the group, and its error fails the request (I1, I5)`(
        isGrouped: Bool
    ) async throws {
        let done: Image = { data, _, _, isLast, url, error in
            let group = RequestGroup.current?.name ?? "none"
            seen.append("\(data.count) \(isLast) \(url) \(error != nil) \(group)")
        }
        func load() {
            network.intercept("image") { call in
                let passed: Image = { data, url, index, isLast, name, error in
                    call.answer(error) { done(data, url, index, isLast, name, error) }
                }
                // The client answers outside the group.
                withoutRequestGroup {
                    passed(Data([1, 2]), nil, 0, true, "cat", ClientError("gone"))
                }
            }
        }
        if isGrouped {
            let outcome = await withRequestGroupOutcome("page") { _ in load() }
            #expect(outcome.failures.map { $0.error as? ClientError } == [ClientError("gone")])
        } else {
            load()
        }
        #expect(seen.entries == ["2 true cat true \(isGrouped ? "page" : "none")"])
    }

    @Test(arguments: [true, false])
    func `a callback that returns a value ends its request (I5, M1)`(isGrouped: Bool) async throws {
        let vote = { (count: Int) in
            seen.append("\(count)")
            return count > 1
        }
        func issue() {
            network.intercept("vote") { call in
                for count in 1...2 {
                    let isMany = call.answer(nil) { vote(count) }
                    #expect(isMany == (count > 1))
                }
            }
        }
        if isGrouped {
            let group = try await completedGroup { _ in issue() }
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        } else {
            issue()
        }
        #expect(seen.entries == ["1", "2"])
    }
}
