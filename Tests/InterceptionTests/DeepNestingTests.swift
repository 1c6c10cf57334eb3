@testable import InterceptionTestSupport

/// Groups that are nested so deeply that a recursion over them uses much stack.
@Suite struct `Deeply nested groups` {
    enum End: CaseIterable, Sendable { case cancel, deadline, failFast }

    private let depth = 1_500
    // A recursive implementation used 512 KiB.
    private let limit = 64 << 10 as UInt
    private let stack = StackGauge()
    private let queue = DispatchQueue(label: "completions")

    @Test(arguments: End.allCases)
    func `cancelling deeply nested groups uses constant stack (P2)`(_ end: End) async throws {
        let (clock, recorder, completed) = (ManualClock(), EventRecorder(), Gate())
        let options: RequestGroupOption = [end == .deadline ? clock.timeout : .failFast]
        let nested = nest(options, innermost: .observer(recorder)) { completed.open() }
        nested.inside?.onCancel { [stack] in
            stack.note()
            nested.inside?.leave(throwing: CancellationError())
        }
        let used = try await stack.run {
            switch end {
            case .cancel: nested.outside?.group.cancel()
            case .failFast: nested.outside?.leave(throwing: ClientError("no"))
            case .deadline: break
            }
        }
        #expect(used < limit)
        if end == .deadline { await clock.advanceWhenAsleep(by: .seconds(1)) }
        nested.outside?.leave()
        await recorder.waitForEvent(.completed)
        await completed.waitUntilOpen()
        #expect(nested.inside?.group.isCancelled == true)
    }

    @Test func `releasing deeply nested groups uses constant stack (P2)`() async throws {
        let (completed, innermost) = (Gate(), Locked<RequestGroup?>(nil))
        do {
            // Only the outermost group retains its progress closure.
            let probe = StackGauge.Probe(stack)
            let nested = nest(.onProgress { _ in withExtendedLifetime(probe) {} }) {
                completed.open()
            }
            innermost.withLock { $0 = nested.inside?.group }
            nested.inside?.leave()
            nested.outside?.leave()
        }
        await completed.waitUntilOpen()
        await waitUntilDrained(queue)
        let used = try await stack.run {
            // The last reference to all of these groups.
            let last = innermost.withLock { $0.take() }
            withExtendedLifetime(last) {}
        }
        #expect(used < limit)
    }

    /// Opens groups in each other, with a request in the outermost group and another in the innermost.
    private func nest(
        _ options: RequestGroupOption,
        innermost: RequestGroupOption = [],
        completion: @escaping @Sendable () -> Void
    ) -> (outside: Membership?, inside: Membership?) {
        var (current, requests) = (CapturedGroup?.none, [Membership?]())
        for level in 1...depth {
            let options = level == 1 ? options : level == depth ? innermost : []
            let open = {
                var next: CapturedGroup?
                withRequestGroup("\(level)", options: options, queue: queue) {
                    next = CapturedGroup()
                    if level == 1 || level == depth {
                        requests.append(RequestGroup.current?.enter("request"))
                    }
                } completion: { (_: Result<Void, any Error>) in
                    if level == 1 { completion() }
                }
                return next
            }
            current = if let current { current.run(open) } else { open() }
        }
        return (requests[0], requests[1])
    }
}
