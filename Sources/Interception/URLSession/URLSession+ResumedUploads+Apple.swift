#if !canImport(FoundationNetworking)
public import Foundation

// The session's own tasks, which enter when they are created.

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension InterceptingClient where Base: URLSession {
    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        ownTask("resumed upload", completionHandler) {
            base.uploadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }

    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(withResumeData resumeData: Data) -> URLSessionUploadTask {
        ownTask("resumed upload") {
            base.uploadTask(withResumeData: resumeData)
        } idle: {
            base.uploadTask(withResumeData: resumeData, completionHandler: $0)
        }
    }
}
#endif
