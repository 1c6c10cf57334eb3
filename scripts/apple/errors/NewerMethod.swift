// error: 'uploadTask(withResumeData:)' is only available in macOS 14.0 or newer
import Foundation

func resume(_ session: URLSession, _ data: Data) -> URLSessionTask {
    session.uploadTask(withResumeData: data)
}
