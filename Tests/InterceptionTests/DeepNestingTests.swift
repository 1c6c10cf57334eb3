import Dispatch
import Interception
import TestSupport
import Testing

@testable import InterceptionTestSupport

/// Groups nested deeper than a stack is, on the stack that threads have on Apple's systems.
@Suite struct `Deeply nested groups` {
    enum End: CaseIterable, Sendable {
        case cancel, deadline, failFast
    }

    // One inside the other, 1,500 were too deep.
    private let depth = 5_000
    private let stackSize = 512 << 10

    @Test(arguments: End.allCases)
    func `cancelling deeply nested groups uses constant stack (P2)`(_ end: End) async throws {
        let (clock, recorder, completed) = (ManualClock(), EventRecorder(), Gate())
        let options = RequestGroupOption.combining([
            end == .deadline ? .timeout(.seconds(1), clock: clock) : .failFast
        ])
        let nested = nest(options, innermost: .observer(recorder)) { completed.open() }
        nested.inside?.onCancel { nested.inside?.leave(throwing: CancellationError()) }
        try await OwnThread(stackSize: stackSize) {
            switch end {
            case .cancel: nested.outside?.group.cancel()
            case .failFast: nested.outside?.leave(throwing: ClientError("no"))
            case .deadline: break
            }
        }
        .ended()
        if end == .deadline { await clock.advanceWhenAsleep(by: .seconds(1)) }
        nested.outside?.leave()
        await recorder.happened(.completed)
        await completed.opened()
        #expect(nested.inside?.group.isCancelled == true)
    }

    @Test func `releasing deeply nested groups uses constant stack`() async throws {
        let (completed, released) = (Gate(), Journal<String>())
        let innermost = Locked<RequestGroup?>(nil)
        do {
            let nested = nest(.observer(ReleaseNotice(released))) { completed.open() }
            innermost.withLock { $0 = nested.inside?.group }
            nested.inside?.leave()
            nested.outside?.leave()
        }
        await completed.opened()
        try await OwnThread(stackSize: stackSize) {
            // The last that keeps them all.
            let last = innermost.withLock { $0.take() }
            withExtendedLifetime(last) {}
        }
        .ended()
        #expect(await released.first(1) == ["released"])
    }

    /// Opens groups in each other, with a request in the outermost and one in the innermost.
    private func nest(
        _ options: RequestGroupOption,
        innermost: RequestGroupOption = .combining([]),
        completion: @escaping @Sendable () -> Void
    ) -> (outside: Membership?, inside: Membership?) {
        let queue = DispatchQueue(label: "completions")
        var (current, requests) = (CapturedGroup?.none, [Membership?]())
        for level in 1...depth {
            let options = level == 1 ? options : level == depth ? innermost : .combining([])
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
