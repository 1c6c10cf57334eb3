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

    /// Writes a file of our own in place of one that a session did not write.
    static func write(_ data: Data) throws -> URL {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).download")
        try data.write(to: file)
        return file
    }

    /// Removes the file that nobody will ever know of, if the value is the place of one.
    static func removeIfAny(_ value: Any?) {
        if let file = value as? URL { try? FileManager.default.removeItem(at: file) }
    }
}
