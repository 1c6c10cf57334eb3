import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

// Who the requests of a session are, as far as their pipeline asks.
extension InterceptingClient<URLSession> {
    /// Who the request is that is issued here and now; `nil` if nobody asks.
    var identityOfNext: RequestIdentity? {
        guard interceptionSettings.pipeline?.needsIdentity == true else { return nil }
        let group = RequestGroup.current
        // What is a part of a request has no span of its own.
        if let whole = Membership.current(of: interceptedClient, in: group) {
            return whole.identity
        }
        if let served = group?.interceptions, let issue = served.issue,
            served.client == nil || served.client == interceptedClient
        {
            return RequestIdentity(of: issue, in: served.group, isPart: true)
        }
        let home = group?.group(servedBy: interceptedClient).nearestOpen
        let carried = interceptionSettings.carried?.captured()
        return RequestIdentity(of: RequestIssue(id: SpanID(), carrying: carried), in: home)
    }

    /// The same session, for the one request of which more is known than of most.
    func issuing(_ piped: PipedRequest?) -> InterceptingClient {
        guard let issue = piped?.issue, interceptionSettings.issue == nil else { return self }
        var settings = interceptionSettings
        settings.issue = issue
        return InterceptingClient(base, settings: settings)
    }
}
