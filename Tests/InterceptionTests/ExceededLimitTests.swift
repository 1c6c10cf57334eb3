@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `A request that cannot wait for its limit (V2)` {
    let client = HandleClient()
    let recorder = EventRecorder()

    @Test(arguments: [(true, false), (false, false), (false, true)])
    func `requests with handles above a limit are reported (V2)`(
        isOfClient: Bool,
        isCancelled: Bool
    ) async {
        let network = InterceptingClient(client) {
            $0.limiter = isOfClient ? RequestLimiter(limit: 2) : nil
        }
        let limit: RequestGroupOption = isOfClient ? [] : .limit(2)
        // Each case needs a name of its own, because a mistake is reported once for each name.
        let name = "limited \(isOfClient), \(isCancelled)"
        #if DEBUG
        let console = ConsoleRecorder(groupName: name)
        #endif
        _ = try? await withRequestGroup(name, options: limit, .observer(recorder)) {
            if isCancelled { RequestGroup.current?.cancel() }
            for path in ["0", "1", "2", "3"] { _ = network.load(path, cancel: { _ in }) { _ in } }
            for path in ["0", "1", "2", "3"] { client.answer(path) }
        }
        let exceeding = recorder.events.filter { $0.kind == .exceededLimit }.map(\.label)
        #expect(exceeding == ["LOAD 2", "LOAD 3"])
        #if DEBUG
        let message =
            "The request “LOAD 2” started above the limit of 2 of group “\(name)”: a request cannot wait if its method returns a handle, or if it was entered by hand. Wrap the method without a result, and pass the handle to onCancel."
        if !isOfClient { #expect(console.messages == [message]) }
        #endif
    }
}
