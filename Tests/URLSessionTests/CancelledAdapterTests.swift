@testable import Interception
@testable import InterceptionTestSupport

@Suite(.timeLimit(.ordinary)) struct `Adapters of a request that is cancelled` {
    let steps = Journal<String>()

    /// Returns an adapter that records its call, cancels its own task, and returns the request nevertheless.
    private func adapter(_ name: String) -> PipelineAdapter {
        .atStart { [steps] request, _ in
            steps.append(name)
            withUnsafeCurrentTask { $0?.cancel() }
            return request
        }
    }

    @Test(arguments: [["first"], ["first", "second"]])
    func `after an adapter ignores cancelling, no other adapter runs and no request is sent (P2)`(
        names: [String]
    ) async throws {
        let request = URLRequest(url: try #require(URL(string: "https://api.test/a")))
        let pipeline = RequestPipeline(adapters: names.map(adapter))
        let session = InterceptingClient(URLSession.shared, pipeline: pipeline)
        let pipelineRequest = PipelineRequest(request, of: session)
        await Task { await pipelineRequest.adapt() }.value
        #expect(steps.entries == ["first"])
        #expect(pipelineRequest.needsAdapting)
    }
}
