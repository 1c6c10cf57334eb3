package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A way to issue a request with a session.
package struct EntryPoint<Session>: Sendable {
    /// The receiver of the result of a request.
    package enum Kind: Sendable {
        /// A completion handler; the session's delegate is not called for the completion.
        case handler
        /// The delegate of the session.
        case delegate
        /// The caller, who awaits the result.
        case asynchronous
    }

    /// The source text of the call.
    package let name: String
    package let kind: Kind
    /// Prepares the request without sending it.
    package let prepare: @Sendable (Session, URLRequest, Transcript) -> Issued

    package init(
        _ name: String,
        kind: Kind,
        _ prepare: @escaping @Sendable (Session, URLRequest, Transcript) -> Issued
    ) {
        self.name = name
        self.kind = kind
        self.prepare = prepare
    }

    /// A Boolean value that indicates whether the method uploads a body of its own.
    package var isUpload: Bool { name.hasPrefix("upload") }
}

/// A task of a bare or a wrapped session.
package protocol StartableTask: Sendable {
    func resume()
    func cancel()
}

extension URLSessionTask: StartableTask {}

/// A request that was issued, or is ready to be issued.
package struct Issued: Sendable {
    package let resume: @Sendable () -> Void
    package let cancel: @Sendable () -> Void

    package init(resume: @escaping @Sendable () -> Void, cancel: @escaping @Sendable () -> Void) {
        self.resume = resume
        self.cancel = cancel
    }

    /// Creates a request that an asynchronous method issues.
    package init(_ method: @escaping @Sendable () async -> Void) {
        let (permissions, permission) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            // Cancellation must reach the method, and must not end the wait for permission.
            await Task { for await _ in permissions { break } }.value
            await method()
        }
        self.init(resume: { permission.yield() }, cancel: { task.cancel() })
    }
}

/// The body of every upload.
package let uploadedBody = Data("uploaded".utf8)

/// A file with the body of every upload.
package let uploadedFile: URL = {
    let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("uploaded-\(ProcessInfo.processInfo.processIdentifier)")
    try? uploadedBody.write(to: file)
    return file
}()
