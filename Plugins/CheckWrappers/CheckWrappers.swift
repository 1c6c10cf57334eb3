import Foundation
import PackagePlugin

/// `swift package check-wrappers`: runs the command in each generated wrapper, without writing files.
///
/// SwiftPM asks for the permission to write whenever `wrap-client` runs, so checking needs its own plugin.
@main
struct CheckWrappers: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        guard arguments.isEmpty else {
            print(
                """
                Checks that every wrapper that `swift package wrap-client` has written in this package is up \
                to date. If not, shows the differences, and exits with status 1.

                USAGE: swift package check-wrappers
                """
            )
            if arguments == ["--help"] || arguments == ["-h"] { return }
            throw CommandError("there is no option \(arguments.joined(separator: " "))")
        }
        let wrapping = try Wrapping(context, packageManager)
        var status: Int32 = 0
        for command in context.package.wrapCommands {
            let words = command.shellWords
            guard words.starts(with: ["swift", "package", "wrap-client"]) else {
                Diagnostics.warning(
                    """
                    a wrapper is not checked, because the package manager has no symbol graph of its client; \
                    write the graph, and run this command with --check: \(command)
                    """
                )
                continue
            }
            status = max(status, try wrapping.run(words.dropFirst(3) + ["--check"]))
        }
        if status != 0 { exit(status) }
    }
}

extension Package {
    /// The commands in the files that `wrap-client` has written; several targets may contain the same file.
    fileprivate var wrapCommands: [String] {
        let files = targets.compactMap { $0 as? SwiftSourceModuleTarget }
            .flatMap { $0.sourceFiles(withSuffix: "swift") }
        let commands = files.compactMap { file -> String? in
            guard let text = try? String(contentsOf: file.url, encoding: .utf8),
                text.hasPrefix("// Written by wrap-client:")
            else { return nil }
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            // Line 3 of a generated file is a comment with the command.
            guard lines.count > 2, lines[2].hasPrefix("//") else { return nil }
            return lines[2].dropFirst(2).trimmingCharacters(in: .whitespaces)
        }
        return Set(commands).sorted()
    }
}
