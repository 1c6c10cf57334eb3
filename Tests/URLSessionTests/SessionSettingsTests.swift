import Foundation
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `Settings of a session` {
    @Test func `a session is wrapped with settings of its own`() {
        let session = InterceptingClient(
            URLSession.shared,
            settings: .init { $0.limiter = RequestLimiter(limit: 5) },
            pipeline: RequestPipeline(),
            statusCheck: .successful
        )
        #expect(session.interceptionSettings.limiter != nil)
        #expect(session.interceptionSettings.pipeline != nil)
        #expect(session.interceptionSettings.statusCheck != nil)
    }

    @Test func `a session is wrapped with the settings of any client`() {
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 5) }
        let session = InterceptingClient(URLSession.shared, settings: settings)
        #expect(session.interceptionSettings.limiter != nil)
    }
}
