import Foundation

/// The temporary file of a download, whose place is the value that its handler gets.
enum DownloadedFile {
    /// Moves the file out of the way of the session, which may remove it after the handler.
    static func keep(_ file: URL) throws -> URL {
        let kept = file.deletingLastPathComponent()
            .appendingPathComponent("\(UUID().uuidString).download")
        try FileManager.default.moveItem(at: file, to: kept)
        return kept
    }

    /// Removes the file that nobody will ever know of, if the value is the place of one.
    static func removeIfAny(_ value: Any?) {
        if let file = value as? URL { try? FileManager.default.removeItem(at: file) }
    }
}
