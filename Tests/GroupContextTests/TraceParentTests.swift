@testable import GroupContext

/// The examples of W3C Trace Context, level 1, and the rules for each part of the header.
@Suite struct `The header traceparent` {
    @Test(arguments: [
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
        ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", false),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", true),
        ("00-00000000000000008448eb211c80319c-b7ad6b7169203331-01", true),
    ])
    func `a valid traceparent is parsed and written (O4)`(header: String, isSampled: Bool) throws {
        let parent = try #require(TraceParent(header))
        #expect(parent.isSampled == isSampled)
        #expect(parent.header == header)
        #expect("\(parent.traceID)" == header.split(separator: "-")[1])
        #expect("\(parent.spanID)" == header.split(separator: "-")[2])
    }

    @Test(arguments: [
        // A later version may have more parts, after a dash.
        "cc-12345678901234567890123456789012-1234567890123456-01",
        "cc-12345678901234567890123456789012-1234567890123456-01-what-the-future-will-be-like",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
    ])
    func `a traceparent of a later version is sent as version 00 (O4)`(header: String) throws {
        let parent = try #require(TraceParent(header))
        #expect(parent.header == "00" + header.dropFirst(2).prefix(53))
        #expect(parent.isSampled)
    }

    @Test(arguments: [("fe", "00"), ("ff", "01")])
    func `unknown flags of a traceparent header are dropped (O4)`(flags: String, sent: String) {
        let identifiers = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-"
        #expect(TraceParent(identifiers + flags)?.header == identifiers + sent)
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        // The version ff is forbidden, and hexadecimal digits are lower case.
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        ".0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00F067AA0BA902B7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0A",
        "00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902bé-01",
        // IDs of only zeros are invalid.
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        // Parts that are too short, too long, or in another order.
        "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e47361-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
        "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
        // Version 00 has no further parts; a later version separates them by a dash.
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00-12345678901234567890123456789012-1234567890123456-01-what-the-future-will-be-like",
        "cc-12345678901234567890123456789012-1234567890123456-01.what",
    ])
    func `an invalid traceparent header is rejected (O4)`(header: String) {
        #expect(TraceParent(header) == nil)
    }

    @Test func `a trace state that is invalid as a header value is ignored (O4)`() throws {
        let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        #expect(TraceParent(header, state: "congo=t61rcWkgMzE")?.state == "congo=t61rcWkgMzE")
        for state in ["", "a=b\r\nSet-Cookie: c", "ä=1", "a=\u{0}", "a=\u{7F}"] {
            #expect(TraceParent(header, state: state)?.state == nil)
        }
    }
}

@Suite struct `The identity of a group and its requests` {
    @Test func `each group and each request of a trace has its own identity (O4)`() throws {
        let outer = RequestGroup(opening: "outer", options: [.detached])
        let (a, b) = (outer.enter("a"), outer.enter("b"))
        let (inner, detached) = outer.returning {
            (
                RequestGroup(opening: "inner", options: []),
                RequestGroup(opening: "detached", options: [.detached])
            )
        }
        let c = inner.enter("c")
        let spans = [outer.id, inner.id, detached.id] + [a, b, c].compactMap { $0?.id }
        #expect(Set(spans).count == 6)
        #expect(a?.id == a?.id)
        #expect(inner.traceID == outer.traceID)
        #expect(detached.traceID != outer.traceID)
        for membership in [a, b, c] { membership?.leave() }
        for group in [inner, detached, outer] {
            group.close(bodyThrew: false)
            group.releaseParent()
        }
    }

    @Test func `a million requests have different identities (O4)`() {
        let group = RequestGroup(opening: "large", options: [])
        let identity = group.identity
        var spans: Set<SpanID> = [identity.id]
        for index in 0..<1_000_000 { spans.insert(identity.id(ofRequest: index)) }
        #expect(spans.count == 1_000_001)
        group.close(bodyThrew: false)
    }

    @Test func `a request has one identity in its events and as an issuer (O4)`() async throws {
        let events = EventRecorder()
        try await withRequestGroup("page", options: .observer(events)) { group in
            let a = try #require(group.enter("a"))
            a.run { group.enter("b")?.leave() }
            let id = a.id
            a.leave()
            a.leave()
            let recorded = events.events
            #expect(recorded.filter { $0.label == "a" }.map(\.requestID) == [id, id, id])
            #expect(recorded.first { $0.label == "b" }?.issuer?.id == id)
            #expect(Set(recorded.map(\.groupID)) == [group.id])
            #expect(Set(recorded.map(\.traceID)) == [group.traceID])
            #expect(recorded.first { $0.kind == .opened }?.requestID == nil)
        }
    }

    @Test func `a group and its nested groups continue the given trace (O4)`() async throws {
        let parent = try #require(
            TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
        )
        try await withRequestGroup("page", options: .traceParent(parent)) { group in
            #expect(group.traceID == parent.traceID)
            #expect(group.id != parent.spanID)
            try await withRequestGroup("inner") { #expect($0.traceID == parent.traceID) }
        }
    }

    @Test func `reading the trace of 20,000 nested groups does not overflow the stack (O4)`() {
        var groups = [RequestGroup(opening: "outermost", options: [])]
        for _ in 0..<20_000 {
            groups[groups.count - 1].run { groups.append(RequestGroup(opening: "", options: [])) }
        }
        #expect(groups.last?.traceID == groups.first?.traceID)
        for group in groups.reversed() {
            group.close(bodyThrew: false)
            group.releaseParent()
        }
    }
}
