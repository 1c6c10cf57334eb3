/// Hints for EVCloudKitDao (fa5fef3), in the format of the article "Writing a wrapper with the command".
///
/// `query` asks its callback for each page whether to go on, so write it by hand if a group has to wait for it.

/// EVCloudKitDao:
// query*, referenceForId(_:), subscribe* = forward
// unsubscribe* = completionHandler: success
// didReceiveRemoteNotification*, fetchChangeNotifications* = inserted: progress; deleted: progress

/// EVCloudData:
// dao = client
// connect* = forward
