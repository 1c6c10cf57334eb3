/// Hints for WordPressKit (3832252), in the format of the article "Writing a wrapper with the command".

/// AccountSettingsRemote:
// suggestUsernames(base:finished:) = finished: success

/// SharingServiceRemote, NotificationSettingsServiceRemote, UsersServiceRemoteXMLRPC, GravatarServiceRemote, BlogJetpackSettingsServiceRemote and JetpackServiceRemote:
// (Error?) = failure

/// QRLoginServiceRemote:
// validate(token:data:success:failure:) = failure: failure

/// JetpackCapabilitiesServiceRemote:
// for(siteIds:success:) = success: success

/// WordPressComOAuthClient:
// authenticate(username:password:multifactorCode:needsMultifactor:success:failure:) = success: success; failure: failure; needsMultifactor: success
// authenticate(socialIDToken:service:success:needsMultifactor:existingUserNeedsConnection:failure:) = success: success; failure: failure; needsMultifactor: success; existingUserNeedsConnection: success
