@Suite struct `The issuer of a request` {
    let recorder = EventRecorder()

    private func issuers(_ kind: RequestGroupEvent.Kind) -> [String] {
        recorder.events.filter { $0.kind == kind }.map { event in
            let subject = event.label ?? event.groupName
            return event.issuer.map { "\($0.groupName) \($0) → \(subject)" } ?? subject
        }
    }

    @Test func `a group's issuer is the request whose callback opened it (O2)`() async throws {
        try await withRequestGroup("outer", options: .observer(recorder)) { group in
            group.enter("before")?.leave()
            let request = group.enter("request")
            request?.answer(nil) {
                let inner = RequestGroup(opening: "inner", options: [])
                inner.run { inner.enter("nested")?.leave() }
                inner.close(bodyThrew: false)
                inner.releaseParent()
            }
        }
        #expect(issuers(.opened) == ["outer", "outer #1 request → inner"])
        #expect(issuers(.entered) == ["before", "request", "outer #1 request → nested"])
    }

    @Test func `a subrequest with task-locals issues as its outer request, with that ID (O2)`()
        async throws
    {
        try await withRequestGroup("page", options: .observer(recorder)) { group in
            let metadata = RequestMetadata(id: SpanID())
            let outer = group.admit(.text("outer"), isOptional: false, metadata)?.membership
            let subrequest = outer?.enterSubrequest(
                "part",
                keepsCancelHandlers: false,
                RequestMetadata()
            )
            subrequest?.answer(nil) { group.enter("next")?.leave() }
            outer?.leave()
            let next = recorder.events.last { $0.label == "next" }
            #expect(next?.issuerID == metadata.id)
        }
    }

    @Test func `a captured group restores the issuer that it captured (O2, S3)`() async throws {
        try await withRequestGroup("page", options: .observer(recorder)) { group in
            let byBody = CapturedGroup.capturing { group.enter("for the body")?.leave() }
            let request = group.enter("request")
            let byRequest = Locked<CapturedGroup?>(nil)
            request?.answer(nil) {
                byBody()
                byRequest.withLock { $0 = CapturedGroup() }
            }
            let captured = try #require(byRequest.withLock { $0 })
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    captured.run { group.enter("for the request")?.leave() }
                    continuation.resume()
                }
            }
            captured.run { group.enter("again")?.leave() }
        }
        let expected = [
            "request", "for the body", "page #0 request → for the request",
            "page #0 request → again",
        ]
        #expect(issuers(.entered) == expected)
    }

    @Test func `a captured group keeps its issuer in async closures (O2, S3)`() async throws {
        try await withRequestGroup("page", options: .observer(recorder)) { group in
            let captured = Locked<CapturedGroup?>(nil)
            group.enter("request")?.answer(nil) { captured.withLock { $0 = CapturedGroup() } }
            let ofRequest = try #require(captured.withLock { $0.take() })
            // A detached task does not inherit task-locals.
            await Task.detached {
                await ofRequest.run {
                    await Task.yield()
                    RequestGroup.current?.enter("for the request")?.leave()
                }
                RequestGroup.current?.enter("after it")?.leave()
            }.value
        }
        #expect(issuers(.entered) == ["request", "page #0 request → for the request"])
    }

    @Test func `entering a completed group is reported with the issuer (O2)`() async throws {
        let group = try await withRequestGroup("early", options: .observer(recorder)) { $0 }
        try await withRequestGroup("page", options: .observer(recorder)) { page in
            page.enter("request")?.answer(nil) { _ = group.enter("late") }
        }
        #expect(issuers(.lateRequest) == ["page #0 request → late"])
    }

    @Test func `an event and its issuer retain no group (O2)`() async throws {
        try await withRequestGroup("page", options: .observer(recorder)) { group in
            group.enter("first")?.answer(nil) { group.enter("second")?.leave() }
        }
        #expect(recorder.events.contains { $0.issuer != nil })
        #expect(recorder.events.allSatisfy { $0.group == nil })
    }
}
