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
        session.ownTask(ResumedUploadForm(resumeData: resumeData), completionHandler)
    }

    /// Creates an upload task of the session itself, which enters its group at once.
    ///
    /// Resume it: until it has ended, its group waits for it.
    @_disfavoredOverload
    public func uploadTask(withResumeData resumeData: Data) -> URLSessionUploadTask {
        session.ownTask(ResumedUploadForm(resumeData: resumeData))
    }
}
#endif
