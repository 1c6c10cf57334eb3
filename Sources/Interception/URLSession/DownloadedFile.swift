import Foundation

enum DownloadedFile {
    /// Moves the file to another name, because the session may remove the file when the handler has returned.
    static func keep(_ file: URL) throws -> URL {
        let kept = file.deletingLastPathComponent()
            .appendingPathComponent("\(UUID().uuidString).download")
        try FileManager.default.moveItem(at: file, to: kept)
        return kept
    }

    static func write(_ data: Data) throws -> URL {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("\(UUID().uuidString).download")
        try data.write(to: file)
        return file
    }

    static func remove(_ file: URL?) {
        if let file { try? FileManager.default.removeItem(at: file) }
    }
}
