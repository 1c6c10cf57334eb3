import Foundation
import PackagePlugin

/// Finds a client in a package, extracts the symbol graph of its module, and runs the tool.
struct Wrapping {
    let modules: Modules
    private let tool: Tool
    private let packageManager: PackageManager

    init(_ context: PluginContext, _ packageManager: PackageManager) throws {
        let url = try context.tool(named: "wrap-client").url
        tool = Tool(url: url, folder: context.package.directoryURL)
        modules = Modules(of: context.package)
        self.packageManager = packageManager
    }

    /// Runs the command, and returns the exit status of the tool, which prints its errors itself.
    func run(_ arguments: [String]) throws -> Int32 {
        let options = Arguments(arguments)
        guard let type = options.types.first, !options.contains("--help") else {
            try tool.run(["--help"])
            if options.contains("--help") { return 0 }
            throw CommandError("no type is named; name the client, as in NetworkTool")
        }
        var known: [String: String] = [:]
        func graph(of target: SwiftSourceModuleTarget) throws -> String {
            let path = try known[target.moduleName] ?? self.graph(of: target)
            known[target.moduleName] = path
            return path
        }
        let client = try modules.declaring(type, module: options["--module"]) {
            try tool.missingModules(type, [graph(of: $0)]) != nil
        }
        let place = try modules.place(for: client, type: type, output: options["--output"])

        var graphs = [try graph(of: client)]
        var wanted: Set<String> = [client.moduleName]
        // The client's superclasses and aliases may belong to other modules. So add the symbol graphs of these modules.
        while true {
            let missing = (try tool.missingModules(type, graphs) ?? []).subtracting(wanted)
            wanted.formUnion(missing)
            let further = modules.all.filter { missing.contains($0.moduleName) }
            if further.isEmpty { break }
            graphs += try further.map(graph(of:))
        }
        return try tool.run(
            place + graphs.flatMap { ["--symbol-graph", $0] } + ["--given"] + arguments
        )
    }

    private func graph(of target: SwiftSourceModuleTarget) throws -> String {
        do {
            // Include private symbols. The tool otherwise takes a private symbol for a symbol of another module.
            let options = PackageManager.SymbolGraphOptions(
                minimumAccessLevel: .private,
                includeSynthesized: true,
                includeSPI: false,
                emitExtensionBlocks: false
            )
            return try packageManager.getSymbolGraph(for: target, options: options).directoryURL
                .path
        } catch {
            // The package manager has already shown the errors of the compiler.
            throw CommandError(
                """
                \(broken(target)) not compile, so the methods of the client are unknown. If you \
                have already changed its calls, undo these changes, write the wrapper, and then change \
                the line that creates the client. If an old wrapper does not compile because its \
                client has changed, delete the broken methods: the command writes them again.
                """
            )
        }
    }

    /// Returns the names of the targets that do not compile, followed by "does" or "do".
    private func broken(_ target: SwiftSourceModuleTarget) -> String {
        let parameters = PackageManager.BuildParameters(
            configuration: .inherit,
            logging: .concise,
            echoLogs: false
        )
        let log = try? packageManager.build(.target(target.name), parameters: parameters).logText
        let errors = (log ?? "").split(separator: "\n").filter { $0.contains(": error: ") }
        let names = modules.all
            .filter { module in errors.contains { $0.hasPrefix(module.folder + "/") } }
            .map(\.name)
        if names.isEmpty { return "\(target.name), or one of its dependencies, does" }
        return "\(names.joined(separator: " and ")) \(names.count == 1 ? "does" : "do")"
    }
}
