#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// The pieces in which a download came whose delegate hears of it, in their order.
///
/// On Linux a session that tells the delegate of `download(for:delegate:)` how much has come writes each
/// piece twice, one after the other: once for the delegate, and once for the caller, into the same file.
final class WrittenPieces: Sendable {
    /// Notes what a session tells this delegate, if it wants to hear it and does in the right order.
    static func told(
        to delegate: any URLSessionTaskDelegate,
        by session: URLSession
    ) -> WrittenPieces? {
        guard delegate is any URLSessionDownloadDelegate,
            session.delegateQueue.maxConcurrentOperationCount == 1
        else { return nil }
        return WrittenPieces()
    }

    /// The sizes of the pieces of each attempt: a file of its own is written after a challenge.
    private let attempts = Locked([[Int]]([[]]))

    /// The delegate is told of a piece.
    func note(_ count: Int64) {
        attempts.withLock { $0[$0.count - 1].append(Int(count)) }
    }

    /// The session asks the delegate for credentials, and begins again with another file.
    func startOver() {
        attempts.withLock { $0.append([]) }
    }

    /// Leaves each piece in the file of a session once, when its delegate has been told of all.
    func removeCopies(from value: some Sendable, of session: URLSession) async throws {
        guard let file = value as? URL else { return }
        // What the delegate is told of the file stands in this queue already, and is told in turn.
        await withCheckedContinuation { continuation in
            session.delegateQueue.addOperation { continuation.resume() }
        }
        try removeCopies(from: file)
    }

    /// Leaves each piece in the file once.
    ///
    /// - Throws: what prevents the file from being read or written; `CocoaError.fileReadCorruptFile`
    ///   if something else is in it than the pieces.
    func removeCopies(from file: URL) throws {
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        let attempts = attempts.withLock { $0 }
        if let sizes = attempts.last(where: { 2 * $0.reduce(0, +) == size }) {
            if size > 0 { try Self.removeCopies(of: sizes, from: file) }
        } else if !attempts.contains(where: { $0.reduce(0, +) == size }) {
            throw CocoaError(.fileReadCorruptFile)
        }
    }

    private static func removeCopies(of sizes: [Int], from file: URL) throws {
        let whole = try DownloadedFile.write(Data())
        do {
            let (source, target) = (
                try FileHandle(forReadingFrom: file), try FileHandle(forWritingTo: whole)
            )
            for size in sizes {
                let piece = try source.read(upToCount: size)
                guard let piece, piece == (try source.read(upToCount: size)) else {
                    throw CocoaError(.fileReadCorruptFile)
                }
                try target.write(contentsOf: piece)
            }
            try source.close()
            try target.close()
            // At the place that the session has named.
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: whole, to: file)
        } catch {
            DownloadedFile.removeIfAny(whole)
            throw error
        }
    }
}
#endif
