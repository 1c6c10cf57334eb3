// error: 'nil' is not compatible with expected argument type 'Data'
import Foundation

func send(_ session: URLSession, _ request: URLRequest) -> URLSessionTask {
    session.uploadTask(with: request, from: nil)
}
