import Foundation
import PackagePlugin

/// `swift package wrap-client NetworkTool`: finds the client in the package, has its symbol graph
/// written, and calls the program that writes the wrapper.
@main
struct WrapClient: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let tool = Tool(try context.tool(named: "wrap-client").url, in: context.package)
        let request = Request(arguments)
        guard let type = request.type, !request.isHelp else {
            try tool.run(["--help"])
            if request.isHelp { return }
            throw Failure("no type is named; name the client, as in NetworkTool")
        }
        let modules = Modules(of: context.package)
        let client = try modules.declaring(type, module: request.module)
        let place = try modules.place(for: client, type: type, output: request.output)

        var graphs = [try graph(of: client)]
        var known: Set<String> = [client.moduleName]
        // Superclasses and aliases of other modules are in graphs of their own.
        while true {
            let missing = try tool.missingModules(type, graphs).subtracting(known)
            known.formUnion(missing)
            let further = modules.all.filter { missing.contains($0.moduleName) }
            if further.isEmpty { break }
            graphs += try further.map(graph(of:))
        }
        let status = try tool.run(
            place + graphs.flatMap { ["--symbol-graph", $0] } + ["--given"] + arguments
        )
        // The program has said why; the status is what is left.
        if status != 0 { exit(status) }
    }

    private func graph(of target: SwiftSourceModuleTarget) throws -> String {
        do {
            // What is private is told apart from what belongs to other modules.
            let options = PackageManager.SymbolGraphOptions(
                minimumAccessLevel: .private,
                includeSynthesized: true,
                includeSPI: false,
                emitExtensionBlocks: false
            )
            return try packageManager.getSymbolGraph(for: target, options: options).directoryURL
                .path
        } catch {
            // What the compiler says stands above: the package manager shows it.
            throw Failure(
                """
                \(target.name) does not compile, so nobody knows its methods. If you have changed its \
                calls already, undo that: write the wrapper first, then change the line that creates \
                the client. If the wrapper does not compile, as its client has changed, delete from it \
                what is broken: it is written anew.
                """
            )
        }
    }
}

/// Why nothing was written.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
