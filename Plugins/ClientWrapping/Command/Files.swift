import Foundation

/// The files that the command reads and writes.
struct Files {
    /// The place in the form that Xcode and other editors open, which want the whole path.
    static func place(_ path: String, line: Int) -> String {
        "\(URL(fileURLWithPath: path).standardizedFileURL.path):\(line)"
    }

    func read(_ path: String) throws -> Data {
        do {
            return try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw CommandError("\(path) cannot be read: \(error.localizedDescription)")
        }
    }

    func text(_ path: String) throws -> String? {
        guard exists(path) else { return nil }
        return String(decoding: try read(path), as: UTF8.self)
    }

    func write(_ text: String, to path: String) throws {
        let file = URL(fileURLWithPath: path)
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file, options: .atomic)
        } catch {
            throw CommandError("\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && isFolder.boolValue
    }

    /// Whether the source of a type says that it cannot be copied, which no graph does.
    func suppressesCopying(_ symbol: Symbol) -> Bool {
        guard let location = symbol.location, let path = URL(string: location.uri)?.path,
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return false }
        let head = text.lines.dropFirst(location.position.line).joined(separator: " ")
            .prefix { $0 != "{" }
        return head.contains("~Copyable") || head.contains("~Escapable")
    }

    /// The symbol graphs at the paths, and in the folders among them.
    func graphs(at paths: [String]) throws -> [(name: String, contents: Data)] {
        var files: [String] = []
        for path in paths {
            guard isFolder(path) else {
                files.append(path)
                continue
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            files += names.filter { $0.hasSuffix(".symbols.json") }.sorted()
                .map { "\(path)/\($0)" }
        }
        guard !files.isEmpty else {
            throw CommandError(
                "there is no symbol graph in \(paths.list())",
                cure: "their names end in .symbols.json"
            )
        }
        return try files.map { ($0, try read($0)) }
    }
}
