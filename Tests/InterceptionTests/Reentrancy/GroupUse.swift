@testable import InterceptionTestSupport

/// A use of a group in a callback.
struct GroupUse: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let use: @Sendable (RequestGroup) -> Void

    init(_ description: String, _ use: @escaping @Sendable (RequestGroup) -> Void) {
        testDescription = description
        self.use = use
    }

    static let all = reading + changing + opening

    private static let reading = [
        Self("reads everything") { group in
            _ = (group.progress, group.failures, group.outstanding, group.isCancelled)
            _ = (group.description, group.name, group.parent, RequestGroup.current)
        },
        Self("reads the progress as a sequence") { group in
            var updates: AsyncStream<GroupProgress>? = group.progressUpdates
            Task { [group] in for await _ in group.progressUpdates {} }
            // Releasing the sequence removes its observer.
            withExtendedLifetime(updates) { updates = nil }
        },
    ]

    private static let changing = [
        Self("cancels") { $0.cancel() }, Self("enters, and leaves") { $0.enter("more")?.leave() },
        Self("enters, and fails") { $0.enter("more")?.leave(throwing: ClientError("no")) },
        Self("enters, and is lost") { _ = $0.enter("more") },
        Self("enters, and leaves twice, within the membership") { group in
            let membership = group.enter("more")
            membership?.run { for _ in 1...2 { membership?.leave() } }
        },
        Self("enters, and cancels itself") { group in
            let membership = group.enter("more")
            membership?.onCancel { group.cancel() }
            group.cancel()
            membership?.leave()
        },
        Self("issues a request that is answered at once") { _ in
            InterceptingClient(ManualClient { $0.succeed() }).get("more")
        },
        Self("issues a request that is answered on another thread") { _ in
            let client = ManualClient { call in DispatchQueue.global().async { call.fail() } }
            InterceptingClient(client).get("more")
        },
        Self("issues a request that is lost") { _ in
            InterceptingClient(ManualClient { _ in }).get("more")
        },
    ]

    private static let opening = [
        Self("opens a group") { _ in
            withRequestGroup(queue: .global()) {
                RequestGroup.current?.enter("inner")?.leave()
            } completion: { _ in
            }
        },
        Self("opens a group in the group, and cancels both") { group in
            let membership = group.enter("more")
            membership?.run {
                let inner = withRequestGroup(queue: .global()) {
                } completion: { _ in
                }
                inner.cancel()
            }
            group.cancel()
            membership?.leave()
        },
        Self("opens an asynchronous group") { group in
            let captured = CapturedGroup()
            Task { try await captured.run { try await withRequestGroup { _ = group.outstanding } } }
        },
        Self("captures the group, and runs in it on another thread") { group in
            let captured = CapturedGroup.capturing { _ = group.enter("more") }
            DispatchQueue.global().async(execute: captured)
        },
        Self("captures the group, and releases the capture") { _ in _ = CapturedGroup() },
        Self("leaves all groups") { group in
            withoutRequestGroup {
                #expect(RequestGroup.current == nil)
                group.enter("more")?.leave()
            }
        },
    ]
}
