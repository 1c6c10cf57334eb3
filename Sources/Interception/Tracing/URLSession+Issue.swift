import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

// Creates the identity of a session's requests, if their pipeline needs it.
extension InterceptingClient<URLSession> {
    /// The identity of the request that is being issued, or `nil` if the pipeline does not need it.
    var identityOfNext: RequestIdentity? {
        guard interceptionSettings.pipeline?.needsIdentity == true else { return nil }
        let group = RequestGroup.current
        // A subrequest shares the span of its outer request.
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

    /// Returns a copy of the session that issues one request with the metadata that its pipeline has created.
    func issuing(_ piped: PipedRequest?) -> InterceptingClient {
        guard let issue = piped?.issue, interceptionSettings.issue == nil else { return self }
        var settings = interceptionSettings
        settings.issue = issue
        return InterceptingClient(base, settings: settings)
    }
}
