#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// The sizes of the pieces of a download whose delegate receives the progress, in order.
///
/// On Linux a session that reports progress to the delegate of `download(for:delegate:)` writes each piece
/// twice into the same file: once for the delegate, and once for the caller.
final class WrittenPieces: Sendable {
    /// Returns a new record, if the delegate receives progress, and a serial queue keeps it in order.
    static func told(
        to delegate: any URLSessionTaskDelegate,
        by session: URLSession
    ) -> WrittenPieces? {
        guard delegate is any URLSessionDownloadDelegate,
            session.delegateQueue.maxConcurrentOperationCount == 1
        else { return nil }
        return WrittenPieces()
    }

    /// The sizes of the pieces of each attempt: after a challenge, the session writes another file.
    private let attempts = Locked([[Int]]([[]]))

    func note(_ count: Int64) {
        attempts.withLock { $0[$0.count - 1].append(Int(count)) }
    }

    /// Starts another attempt, because the session has asked the delegate for credentials.
    func startOver() {
        attempts.withLock { $0.append([]) }
    }

    /// Removes the second copy of each piece from a session's file, after the delegate received all pieces.
    func removeCopies(from value: some Sendable, of session: URLSession) async throws {
        guard let file = value as? URL else { return }
        // The calls of the delegate about the file are already on this queue, and run first.
        await withCheckedContinuation { continuation in
            session.delegateQueue.addOperation { continuation.resume() }
        }
        try removeCopies(from: file)
    }

    /// Removes the second copy of each piece from the file.
    ///
    /// - Throws: an error of reading or writing the file; `CocoaError.fileReadCorruptFile` if the file has
    ///   other contents.
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
            // The file keeps the URL that the session has returned.
            try FileManager.default.removeItem(at: file)
            try FileManager.default.moveItem(at: whole, to: file)
        } catch {
            DownloadedFile.removeIfAny(whole)
            throw error
        }
    }
}
#endif
