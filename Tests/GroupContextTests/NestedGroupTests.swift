@Suite struct `Nested and parallel groups` {
    @Test func `cancelling an outer group cancels the inner, not vice versa (N3)`() async throws {
        try await withRequestGroup(options: .tolerant) { outer in
            let (request, cancelCount) = (outer.enter("a"), Locked(0))
            request?.onCancel { cancelCount.withLock { $0 += 1 } }
            try await withRequestGroup { inner in
                inner.cancel()
                #expect(!outer.isCancelled)
                #expect(cancelCount.withLock { $0 } == 0)
            }
            try await withRequestGroup { inner in
                outer.cancel()
                #expect(inner.isCancelled)
                #expect(cancelCount.withLock { $0 } == 1)
            }
            request?.leave()
            try await withRequestGroup { inner in
                #expect(inner.isCancelled, "opened in a group that was cancelled before")
            }
        }
    }

    @Test func `a group opened after its parent's deadline is timed out (N3, P3)`() async throws {
        try await withRequestGroup(options: .tolerant) { outer in
            outer.cancel(.deadline)
            try await withRequestGroup("inner", options: .tolerant) { inner in
                #expect(inner.isCancelled)
                #expect(inner.enter("a")?.isOverdue == true)
            }
        }
    }

    @Test func `a detached group is not cancelled with the group around it (N4)`() async throws {
        let recorder = EventRecorder()
        try await withRequestGroup(options: .tolerant, .observer(recorder)) { outer in
            try await withRequestGroup("detached", options: .detached) { inner in
                #expect(inner.parent == nil)
                outer.cancel()
                #expect(!inner.isCancelled)
                #expect(outer.outstanding.isEmpty)
                inner.enter("unobserved")?.leave()
            }
        }
        #expect(!recorder.lines.contains("entered unobserved"))
    }

    @Test func `releasing 500 nested group errors uses constant stack (P2)`() async throws {
        let stack = StackGauge()
        let used = try await stack.run {
            var error: any Error = StackGauge.Probe(stack)
            for level in 0..<500 {
                let group = RequestGroup(opening: "\(level)", options: [.detached])
                group.enter("request")?.leave(throwing: error)
                group.close(bodyThrew: false)
                error = group.error ?? error
            }
        }
        #expect(used > 0, "The innermost error has been released on the thread.")
        #expect(used < 32 << 10)
    }
}
