package import Foundation

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A way to issue a request with a session.
package struct EntryPoint<Session>: Sendable {
    /// How the end of the request gets known.
    package enum Kind: Sendable {
        /// To a handler; the delegate of the session is not asked for the end.
        case handler
        /// To the delegate of the session.
        case delegate
        /// To the caller, who awaits it.
        case asynchronous
    }

    /// The call as it is written.
    package let name: String
    package let kind: Kind
    /// Whether the method uploads a body of its own.
    package let isUpload: Bool
    /// Prepares the request; nothing has been sent when it returns.
    package let prepare: @Sendable (Session, URLRequest, Transcript) -> Issued

    package init(
        _ name: String,
        _ kind: Kind,
        isUpload: Bool = false,
        _ prepare: @escaping @Sendable (Session, URLRequest, Transcript) -> Issued
    ) {
        self.name = name
        self.kind = kind
        self.isUpload = isUpload
        self.prepare = prepare
    }
}

/// A request that was issued, or is about to be.
package struct Issued: Sendable {
    package let resume: @Sendable () -> Void
    package let cancel: @Sendable () -> Void

    package init(
        resume: @escaping @Sendable () -> Void,
        cancel: @escaping @Sendable () -> Void
    ) {
        self.resume = resume
        self.cancel = cancel
    }

    /// A request that an asynchronous method issues.
    package init(_ method: @escaping @Sendable () async -> Void) {
        let (permissions, permission) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            // Cancelling must reach the method, and not end the waiting for permission.
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
