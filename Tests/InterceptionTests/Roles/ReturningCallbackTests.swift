@testable import InterceptionTestSupport

@Suite struct `Callbacks that return a value` {
    let network = InterceptingClient(())

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
}
