/// The request whose callback issued another request or opened a group.
///
/// Only groups with observers or a stall watch record issuers; see ``RequestGroupEvent/issuerID``.
package final class RequestIssuer: Sendable {
    package let label: String

    /// The identifier of the issuer; see ``RequestGroupEvent/requestID``.
    package var id: SpanID { givenID ?? groupIdentity.id(ofRequest: index) }

    private let givenID: SpanID?

    /// The position of the issuer among the requests of its group, in issue order, from 0.
    package let index: Int

    package var groupID: SpanID { groupIdentity.id }

    /// The name of the issuer's group, which may differ from the group of the issued request.
    package var groupName: String { groupIdentity.name }

    private let groupIdentity: GroupIdentity

    /// Creates the issuer of the requests that a callback of this request issues.
    ///
    /// If the request is a subrequest, the issuer is its outer request.
    init(_ membership: Membership) {
        let (outerRequest, index, identity) = membership.group.shared.withLock { state in
            (membership.member.details?.outerRequest, membership.member.index, state.identity)
        }
        label = (outerRequest ?? membership).label
        givenID = membership.metadata?.id ?? outerRequest?.metadata?.id
        self.index = outerRequest?.index ?? index
        groupIdentity = outerRequest?.group.identity ?? identity ?? membership.group.identity
    }
}

extension RequestIssuer: CustomStringConvertible {
    /// The request in a few words, such as `#2 GET /feed`.
    package var description: String { "#\(index) \(label.onOneLine)" }
}
