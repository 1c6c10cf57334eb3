@testable import InterceptionTestSupport

@Suite struct `Callbacks that return a value` {
    struct Network: RequestIntercepting {
        func issue(
            success: ((Int) -> Bool)?,
            finally: (() -> Int)? = nil,
            failure: @escaping (any Error) -> Void = { _ in },
            _ client: @escaping (((Int) -> Bool)?, (() -> Int)?, (any Error) -> Void) -> Void
        ) {
            intercept("a", .success(success), .finally(finally), .failure(failure)) {
                client($0, $1, $2)
            }
        }
    }

    @Test func `the client gets the value that the caller's callback returns`() async throws {
        let returned = Journal<String>()
        try await withRequestGroup { group in
            Network().issue(success: { $0 > 1 }, finally: { 7 }) { success, finally, _ in
                returned.append("\(success?(1) ?? true) \(success?(2) ?? false) \(finally?() ?? 0)")
            }
            #expect(group.progress == GroupProgress(finished: 1, total: 1))
        }
        #expect(returned.entries == ["false true 7"])
    }

    @Test func `a nil callback stays nil, and another callback ends the request`() async throws {
        let failures = try await failuresOfGroup { group in
            Network().issue(success: nil) { success, finally, failure in
                #expect(success == nil)
                #expect(finally == nil)
                failure(ClientError("no"))
            }
            #expect(group.outstanding.isEmpty)
        }
        #expect(failures.map { $0.error as? ClientError } == [ClientError("no")])
    }
}
