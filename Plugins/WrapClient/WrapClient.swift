import Foundation
import PackagePlugin

/// `swift package wrap-client NetworkTool`: finds the client in the package, has its symbol graph
/// written, and calls the program that writes the wrapper.
@main
struct WrapClient: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let wrapping = try Wrapping(context, packageManager)
        let status = try wrapping.run(arguments)
        // The program has said why; the status is what is left.
        if status != 0 { exit(status) }
    }
}
