// error: value of optional type '((URLSession, (any Error)?) -> Void)?' must be unwrapped to a value of type '(URLSession, (any Error)?) -> Void'
import Foundation

func tell(_ delegate: any URLSessionDelegate, of session: URLSession) {
    delegate.urlSession(session, didBecomeInvalidWithError: nil)
}
