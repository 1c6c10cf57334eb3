// error: parameter of 'urlSession(_:task:didCompleteWithError:)' has different optionality than required by protocol 'URLSessionTaskDelegate'
import Foundation

final class Delegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: any Error
    ) {}
}
