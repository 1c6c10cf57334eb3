import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The value of a task that has succeeded.
enum TaskValue: Sendable {
    case data(Data)
    /// The temporary file of a download.
    case file(URL)

    var data: Data? { if case .data(let data) = self { data } else { nil } }
    var file: URL? { if case .file(let file) = self { file } else { nil } }
}

/// The answer to a request: the arguments of the handler of its task, and the origin of the answer.
struct TaskAnswer: Sendable {
    static let cancelled = TaskAnswer(error: URLError(.cancelled))

    var value: TaskValue?
    var response: URLResponse?
    var error: (any Error)?
    var origin = RequestOutcome.Origin.network

    /// Removes the file of a local response, because the session removes the files of its own downloads only.
    func removeLocalFile() {
        if origin != .network { DownloadedFile.remove(value?.file) }
    }
}

extension InterceptionSettings {
    /// Returns the response, or the error of the session, of the status check or of a validator.
    func result(of answer: TaskAnswer) -> Result<LoadedResponse, any Error> {
        Result {
            guard let response = answer.response, answer.error == nil else {
                throw answer.error ?? URLError(.unknown)
            }
            let loaded = LoadedResponse(data: answer.value?.data ?? Data(), response: response)
            // The cache stores only validated responses, so do not validate a cached response again.
            if answer.origin == .cache { return loaded }
            if let error = statusCheck?.failure(of: response) { throw error }
            // The data of a download is in a file. Validators read data only, so a download skips the validators.
            if case .data? = answer.value {
                for validator in pipeline?.validators ?? [] { try validator(loaded) }
            }
            return loaded
        }
    }
}
