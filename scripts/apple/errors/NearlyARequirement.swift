// error: instance method 'urlSession(_:task:didCompleteWith:)' nearly matches optional requirement 'urlSession(_:task:didCompleteWithError:)' of protocol 'URLSessionTaskDelegate'
import Foundation

final class Delegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWith error: (any Error)?
    ) {}
}
