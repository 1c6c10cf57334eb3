/// Hints for EVCloudKitDao (fa5fef3), as described in the article "Writing a wrapper with the command".

/// EVCloudKitDao:
// query*, referenceForId(_:), subscribe* = forward
// unsubscribe* = completionHandler: success
// didReceiveRemoteNotification*, fetchChangeNotifications* = inserted: progress; deleted: progress

/// EVCloudData:
// dao = client
// connect* = forward
