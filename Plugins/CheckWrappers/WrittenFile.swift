import Foundation
import PackagePlugin

/// A source file of the package that `wrap-client` has generated.
struct WrittenFile {
    private static let firstLine = "// Written by wrap-client:"

    /// The command that generates the file again.
    let command: String

    static func all(in package: Package) -> [WrittenFile] {
        package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: "swift") }
            .compactMap { file in
                guard let text = try? String(contentsOf: file.url, encoding: .utf8),
                    text.hasPrefix(firstLine)
                else { return nil }
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                // Line 3 of a generated file is a comment with the command.
                guard lines.count > 2, lines[2].hasPrefix("//") else { return nil }
                return WrittenFile(
                    command: lines[2].dropFirst(2).trimmingCharacters(in: .whitespaces)
                )
            }
    }

    /// Returns the arguments of a `swift package wrap-client` command; `nil` for any other command.
    static func arguments(of command: String) -> [String]? {
        let words = command.shellWords
        guard words.starts(with: ["swift", "package", "wrap-client"]) else { return nil }
        return Array(words.dropFirst(3))
    }
}
