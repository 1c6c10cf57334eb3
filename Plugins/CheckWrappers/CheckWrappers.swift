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
                Checks that every wrapper that `swift package wrap-client` wrote into this package is what \
                it would write now; ends with 1, and shows the differences, if one is not.

                USAGE: swift package check-wrappers
                """
            )
            if arguments == ["--help"] || arguments == ["-h"] { return }
            throw Failure("there is no option \(arguments.joined(separator: " "))")
        }
        let wrapping = try Wrapping(context, packageManager)
        var status: Int32 = 0
        // Several targets may contain the same file, so remove duplicate commands.
        for command in Set(WrittenFile.all(in: context.package).map(\.command)).sorted() {
            guard let arguments = WrittenFile.arguments(of: command) else {
                Diagnostics.warning(
                    """
                    not checked, as the package manager has no symbol graph of this client; write the \
                    graphs, and run with --check: \(command)
                    """
                )
                continue
            }
            status = max(status, try wrapping.run(arguments + ["--check"]))
        }
        if status != 0 { exit(status) }
    }
}
