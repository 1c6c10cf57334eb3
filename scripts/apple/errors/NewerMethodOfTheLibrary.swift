// error: 'uploadTask(withResumeData:)' is only available in macOS 14 or newer
import Foundation
import Interception

func resume(_ session: InterceptingClient<URLSession>, _ data: Data) {
    session.uploadTask(withResumeData: data).resume()
}
