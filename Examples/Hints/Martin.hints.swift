/// Hints for Martin (95b99af), as described in the article "Writing a wrapper with the command".

/// MixModule, MucModule and PEPUserAvatarModule:
// * = client

/// MixModule:
// messagesPublisher, participantsEvents = forward
// leave(channel: ChannelProtocol, completionHandler: (Result<Iq, XMPPError>) -> Void) -> Iq, retrieveAvatar(for: BareJID, completionHandler: ((Result<PEPUserAvatarModule.Info, XMPPError>) -> Void)?) -> PEPUserAvatarModule.Info = completionHandler: progress

/// MucModule:
// inivitationsPublisher, messagesPublisher, join* = forward

/// PEPUserAvatarModule:
// avatarChangePublisher = forward

/// PubSubModule:
// itemsEvents, nodesEvents = forward

/// RosterModule:
// events = forward

/// MessageArchiveManagementModule:
// archivedMessagesPublisher = forward
