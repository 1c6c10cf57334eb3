import Foundation
import PackagePlugin

/// A file of the package that the command has written.
struct WrittenFile {
    /// How such a file begins.
    private static let firstLine = "// Written by wrap-client:"

    /// The command that writes it again.
    let command: String

    static func all(in package: Package) -> [WrittenFile] {
        package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: "swift") }
            .compactMap { file in
                guard let text = try? String(contentsOf: file.url, encoding: .utf8),
                    text.hasPrefix(firstLine)
                else { return nil }
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                // The third line is the command.
                guard lines.count > 2, lines[2].hasPrefix("//") else { return nil }
                return WrittenFile(
                    command: lines[2].dropFirst(2).trimmingCharacters(in: .whitespaces)
                )
            }
    }

    /// The arguments of a command of the package manager; `nil` for any other.
    static func arguments(of command: String) -> [String]? {
        let words = words(of: command)
        guard words.starts(with: ["swift", "package", "wrap-client"]) else { return nil }
        return Array(words.dropFirst(3))
    }

    /// The words as a shell has them: the command quotes with `'`, and writes `'` as `'\\''`.
    private static func words(of command: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        var isEscaped = false
        for character in command {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "'" {
                isQuoted.toggle()
                word = word ?? ""
            } else if character == "\\", !isQuoted {
                isEscaped = true
            } else if character == " ", !isQuoted {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
