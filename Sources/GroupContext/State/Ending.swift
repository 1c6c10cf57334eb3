/// How a group ends.
enum Ending {
    case succeeded
    case failed(any Error, RequestFailure.Reason)
}
