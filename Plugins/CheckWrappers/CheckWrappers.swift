import Foundation
import PackagePlugin

/// `swift package check-wrappers`: calls the command that each written wrapper of the package begins with,
/// and writes nothing.
///
/// It is a command of its own, as one that may write into the package has to be allowed to, whatever its
/// arguments are.
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
        // A file may be a part of several targets.
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
