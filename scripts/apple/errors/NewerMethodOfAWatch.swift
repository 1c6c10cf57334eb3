// platform: watchos
// error: 'uploadTask(withResumeData:)' is only available in watchOS 10.0 or newer
import Foundation

func resume(_ session: URLSession, _ data: Data) -> URLSessionTask {
    session.uploadTask(withResumeData: data)
}
