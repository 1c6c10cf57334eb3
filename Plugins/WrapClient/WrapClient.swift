import Foundation
import PackagePlugin

/// `swift package wrap-client NetworkTool`: finds the client in the package, extracts its symbol graph, and runs
/// the tool that generates the wrapper.
@main
struct WrapClient: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let wrapping = try Wrapping(context, packageManager)
        let status = try wrapping.run(arguments)
        // The tool has printed the error already.
        if status != 0 { exit(status) }
    }
}
