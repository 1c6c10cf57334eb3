import GroupContext

#if canImport(FoundationNetworking)
import FoundationNetworking
#else
import Foundation
#endif

// The metadata of session requests: their identity and their propagated task-locals.
extension InterceptingClient<URLSession> {
    /// The identity of the request that is being issued, or `nil` if the pipeline needs no identities.
    var nextIdentity: RequestIdentity? {
        guard interceptionSettings.pipeline?.needsIdentity == true else { return nil }
        let group = RequestGroup.current
        // A subrequest is part of its outer request, so both have the same identity.
        if let outerRequest = ActiveCalls.current(of: interceptedClient, in: group) {
            return outerRequest.identity
        }
        if let step = group?.planStep, step.client == nil || step.client == interceptedClient {
            return step.request.identity
        }
        let openGroup = group?.group(forRequestsOf: interceptedClient).nearestOpen
        let propagated = interceptionSettings.propagated?.captured()
        return RequestIdentity(
            of: RequestMetadata(id: SpanID(), propagating: propagated),
            in: openGroup
        )
    }

    /// Returns a copy of the wrapper for one request, with the metadata of the pipeline or metadata captured now.
    func issuing(_ pipelineRequest: PipelineRequest?) -> InterceptingClient {
        guard interceptionSettings.metadata == nil,
            let metadata = pipelineRequest?.metadata ?? interceptionSettings.metadataAtIssue
        else { return self }
        var settings = interceptionSettings
        settings.change { $0.metadata = metadata }
        return InterceptingClient(base, settings: settings)
    }
}
