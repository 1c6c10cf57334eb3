/// The way in which a member of a group ends: with success, or with an error and the reason for the failure.
enum Ending {
    case succeeded
    case failed(any Error, RequestFailure.Reason)
}
