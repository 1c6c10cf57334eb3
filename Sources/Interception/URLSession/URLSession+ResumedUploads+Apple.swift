#if !canImport(FoundationNetworking)
public import Foundation

// Resumed uploads as tasks of the session itself, which enter their group when they are created.

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension InterceptingClient where Base: URLSession {
    /// Creates an upload task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func uploadTask(
        withResumeData resumeData: Data,
        completionHandler: @escaping DataHandler
    ) -> URLSessionUploadTask {
        session.ownTask(ResumedUploadForm(resumeData: resumeData), completionHandler)
    }

    /// Creates an upload task of the session itself in its group; resume it, because the group waits for it.
    @_disfavoredOverload
    public func uploadTask(withResumeData resumeData: Data) -> URLSessionUploadTask {
        session.ownTask(ResumedUploadForm(resumeData: resumeData))
    }
}
#endif
