import Foundation
import TestSupport
import Testing

@testable import Interception

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10)))
struct `Adapters of a request that is cancelled` {
    let steps = Journal<String>()

    @Test func `P2: after an adapter that swallows the cancelling no other is asked`() async throws
    {
        let adapters = [
            PipelineAdapter.atStart { [steps] request in
                steps.append("first")
                withUnsafeCurrentTask { $0?.cancel() }
                return request
            },
            PipelineAdapter.atStart { [steps] request in
                steps.append("second")
                return request
            },
        ]
        let request = URLRequest(url: try #require(URL(string: "https://api.test/a")))
        let origin = RequestOrigin(
            settings: InterceptionSettings(),
            scope: [],
            identity: nil,
            cache: nil,
            configuration: { .ephemeral }
        )
        let adaptation = LateAdaptation(of: request, from: origin, by: adapters[...])
        await Task { await adaptation.run() }.value
        #expect(steps.entries == ["first"])
        #expect(adaptation.settled == nil)
    }
}
