@testable import InterceptionTestSupport

/// Callbacks that fit no role, in the form of `intercept` that takes no roles.
@Suite struct `Callbacks of any signature` {
    private typealias Image = (Data, URL?, Int, Bool, String, (any Error)?) -> Int

    private let seen = Journal<String>()
    private let network = InterceptingClient(())

    @Test(arguments: [true, false])
    func `a callback of six values runs in the group, and its error fails the request (I1, I5)`(
        isGrouped: Bool
    ) async throws {
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
