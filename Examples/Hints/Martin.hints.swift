/// Hints for Martin (95b99af), in the format of the article "Writing a wrapper with the command".
///
/// The asynchronous `unsubscribe` of `PubSubModule` also has a callback, and a hint would apply to its overload, too:
/// call the other form.

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
