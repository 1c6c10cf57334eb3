@Suite struct `The scope of a group` {
    @Test func `a group is current in its body and not afterwards (S1)`() async throws {
        #expect(RequestGroup.current == nil)
        let name = try await withRequestGroup("page") { RequestGroup.current?.name }
        #expect(name == "page")
        #expect(RequestGroup.current == nil)
    }

    @Test func `a group without a given name is named after its function (S1)`() async throws {
        func loadPage() async throws -> String { try await withRequestGroup { $0.name } }
        #expect(try await loadPage() == "loadPage()")
    }

    @Test func `an option inside an array overrides an option before it`() async {
        func error(_ options: RequestGroupOption) async -> (any Error)? {
            await withRequestGroupOutcome(options: .failFast, options) { group in
                group.enter("request")?.leave(throwing: ClientError("no"))
            }.error
        }
        #expect(await error(.tolerant) == nil)
        #expect(await error([.quorum(1), .tolerant]) == nil)
    }

    @Test func `requests issued in withoutRequestGroup belong to no group (S4)`() async throws {
        try await withRequestGroup { group in
            withoutRequestGroup { #expect(RequestGroup.current == nil) }
            await withoutRequestGroup {
                await Task.yield()
                #expect(RequestGroup.current == nil)
            }
            #expect(RequestGroup.current === group)
        }
    }

    @Test func `withoutRequestGroup throws the typed error of its body (S4)`() {
        #expect(throws: ClientError("no")) {
            try withoutRequestGroup { () throws(ClientError) in throw ClientError("no") }
        }
    }
}

@Suite struct `A captured group` {
    @Test func `a captured closure released unused holds no group open (S3)`() async throws {
        let captured = Locked<(@Sendable () -> Void)?>(nil)
        try await withRequestGroup { group in
            captured.withLock { $0 = CapturedGroup.capturing("load()") {} }
            #expect(group.outstanding == ["captured in load()"])
            captured.withLock { $0 = nil }
            #expect(group.outstanding.isEmpty)
        }
    }

    @Test func `a captured group stays open until its async closure returns (S3)`() async throws {
        try await withRequestGroup { group in
            let captured = CapturedGroup("upload()")
            await captured.run {
                await Task.yield()
                #expect(group.outstanding == ["captured in upload()"])
            }
            #expect(group.outstanding.isEmpty)
            withExtendedLifetime(captured) {}
        }
    }

    @Test func `a closure captured outside any group runs in no group (S3)`() async throws {
        let captured = CapturedGroup()
        try await withRequestGroup {
            captured.run { #expect(RequestGroup.current == nil) }
            await captured.run {
                await Task.yield()
                #expect(RequestGroup.current == nil)
            }
        }
    }
}
