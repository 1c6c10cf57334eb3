import Foundation

/// The temporary file of a download, whose URL is the value that the handler receives.
enum DownloadedFile {
    /// Moves the file, because the session may remove it after the handler.
    static func keep(_ file: URL) throws -> URL {
        let kept = file.deletingLastPathComponent()
            .appendingPathComponent("\(UUID().uuidString).download")
        try FileManager.default.moveItem(at: file, to: kept)
        return kept
    }

    /// Writes the data to a new temporary file.
    static func write(_ data: Data) throws -> URL {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).download")
        try data.write(to: file)
        return file
    }

    /// Removes the file, if the value is a URL, because no caller receives it.
    static func removeIfAny(_ value: Any?) {
        if let file = value as? URL { try? FileManager.default.removeItem(at: file) }
    }
}
