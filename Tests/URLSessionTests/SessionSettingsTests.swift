import Foundation
import Testing

@testable import Interception
@testable import InterceptionTestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct `Settings of a session` {
    @Test func `settings without a named type are those of a session`() {
        let session = InterceptingClient(
            URLSession.shared,
            settings: .init {
                $0.limiter = RequestLimiter(limit: 5)
                $0.statusCheck = .successful
            }
        )
        #expect(session.interceptionSettings.limiter != nil)
        #expect(session.interceptionSettings.statusCheck != nil)
    }

    @Test func `settings of any client can be used for a session`() {
        let settings = InterceptionSettings { $0.limiter = RequestLimiter(limit: 5) }
        let session = InterceptingClient(URLSession.shared, settings: settings)
        #expect(session.interceptionSettings.limiter != nil)
    }
}
