#if canImport(FoundationNetworking)
import Foundation
import FoundationNetworking
import GroupContext

/// The sizes of the pieces of one download, in the order of writing.
///
/// On Linux a session that reports progress to the delegate of `download(for:delegate:)` writes each piece
/// twice into the same file: once for the delegate, and once for the caller.
final class WrittenPieces: Sendable {
    /// Creates a record if the delegate receives progress on a serial queue, which keeps the pieces in order.
    convenience init?(for delegate: any URLSessionTaskDelegate, by session: URLSession) {
        guard delegate is any URLSessionDownloadDelegate,
            session.delegateQueue.maxConcurrentOperationCount == 1
        else { return nil }
        self.init()
    }

    /// The sizes of the pieces of each file; after an authentication challenge, the session starts a new file.
    private let attempts = Locked([[Int]]([[]]))

    func record(_ count: Int64) {
        attempts.withLock { $0[$0.count - 1].append(Int(count)) }
    }

    func startOver() {
        attempts.withLock { $0.append([]) }
    }

    /// Removes the second copy of each piece from the file, after the delegate has received all pieces.
    ///
    /// If that fails, the method removes the file.
    func removeCopies(from file: URL, of session: URLSession) async throws {
        // The session has added the delegate calls about this file to its queue. An operation that is added now runs
        // after these calls.
        await withCheckedContinuation { continuation in
            session.delegateQueue.addOperation { continuation.resume() }
        }
        do {
            try removeCopies(from: file)
        } catch {
            DownloadedFile.remove(file)
            throw error
        }
    }

    /// Removes the second copy of each piece from the file.
    ///
    /// - Throws: an error of reading or writing; `CocoaError.fileReadCorruptFile` if the size or a copy is unexpected.
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
        let merged = try DownloadedFile.write(Data())
        // After the move, no file has this name.
        defer { DownloadedFile.remove(merged) }
        let (source, target) = (
            try FileHandle(forReadingFrom: file), try FileHandle(forWritingTo: merged)
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
        try FileManager.default.removeItem(at: file)
        try FileManager.default.moveItem(at: merged, to: file)
    }
}
#endif
