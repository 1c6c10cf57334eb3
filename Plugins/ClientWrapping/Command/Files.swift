import Foundation

/// Reads and writes the files of the command, and makes errors that name the file.
enum Files {
    /// Returns the absolute path and the line, in the format that Xcode and other editors open.
    static func place(_ path: String, line: Int) -> String {
        "\(URL(fileURLWithPath: path).standardizedFileURL.path):\(line)"
    }

    private static func read(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch { throw CommandError("\(path) cannot be read: \(error.localizedDescription)") }
    }

    /// Returns the text of the file; `nil` if there is no such file, unless the file is required.
    static func text(_ path: String, isRequired: Bool = false) throws -> String? {
        guard isRequired || FileManager.default.fileExists(atPath: path) else { return nil }
        return String(decoding: try read(path), as: UTF8.self)
    }

    static func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: path)
        do {
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch { throw CommandError("\(path) cannot be written: \(error.localizedDescription)") }
    }

    static func isFolder(_ path: String) -> Bool {
        (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }

    /// Reads the symbol graphs at the paths; a path may be a file or a folder.
    static func graphs(at paths: [String]) throws -> [(name: String, contents: Data)] {
        let files = try paths.flatMap { path in
            guard isFolder(path) else { return [path] }
            return try FileManager.default.contentsOfDirectory(atPath: path)
                .filter { $0.hasSuffix(".symbols.json") }.sorted().map { "\(path)/\($0)" }
        }
        guard !files.isEmpty else {
            throw CommandError(
                "there is no symbol graph\(paths.isEmpty ? "" : " in \(paths.list())"); pass --symbol-graph and its path, which ends in .symbols.json, or use `swift package wrap-client TYPE`"
            )
        }
        return try files.map { ($0, try read($0)) }
    }
}
