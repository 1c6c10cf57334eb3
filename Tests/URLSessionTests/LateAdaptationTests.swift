import Foundation
import TestSupport
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.timeLimit(.ordinary))
struct `Adapters of a request that is cancelled` {
    let steps = Journal<String>()

    /// Says that it was asked, and swallows that its request is cancelled meanwhile.
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
        let origin = RequestOrigin(
            settings: InterceptionSettings(),
            scope: [],
            identity: nil,
            cache: nil,
            configuration: { .ephemeral }
        )
        let adapters = names.map(adapter)
        let adaptation = LateAdaptation(of: request, from: origin, by: adapters[...])
        await Task { await adaptation.run() }.value
        #expect(steps.entries == ["first"])
        #expect(adaptation.settled == nil)
    }
}
