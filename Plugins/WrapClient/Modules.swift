import Foundation
import PackagePlugin

/// The Swift modules of a package and of its dependencies.
struct Modules {
    /// The modules of the package, except test targets.
    let own: [SwiftSourceModuleTarget]
    let all: [SwiftSourceModuleTarget]
    private let folder: URL

    init(of package: Package) {
        let sources = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
        own = sources.filter { $0.kind == .generic || $0.kind == .executable }
        let others = own.flatMap(\.recursiveTargetDependencies)
            .compactMap { $0 as? SwiftSourceModuleTarget }
        all = (own + others).reduce(into: []) { all, target in
            if !all.contains(where: { $0.id == target.id }) { all.append(target) }
        }
        folder = package.directoryURL
    }

    /// Returns the module that declares the type; throws if no module or several modules declare the type.
    ///
    /// `isDeclared` looks for the type in the symbol graph of a module.
    func declaring(
        _ type: String,
        module: String?,
        isDeclared: (SwiftSourceModuleTarget) throws -> Bool
    ) throws -> SwiftSourceModuleTarget {
        if let module {
            guard let target = all.first(where: { $0.moduleName == module || $0.name == module })
            else {
                let names = all.map(\.moduleName).joined(separator: ", ")
                throw CommandError("there is no module \(module); the modules are \(names)")
            }
            return target
        }
        let name = type.split(separator: ".").last.map(String.init) ?? type
        let likely = all.filter { $0.declares(name, atTop: false) }
        let top = type == name ? likely.filter { $0.declares(name, atTop: true) } : []
        let candidates = top.isEmpty ? likely : top
        for targets in [own, all] {
            var declaring = candidates.filter { target in
                targets.contains { $0.id == target.id }
            }
            // A symbol graph takes time, so look into the graphs only if several modules are likely.
            if candidates.count > 1 { declaring = try declaring.filter(isDeclared) }
            if let first = declaring.first, declaring.count == 1 { return first }
            guard declaring.isEmpty else {
                let names = declaring.map { "--module \($0.moduleName)" }
                throw CommandError(
                    "several modules declare \(type); pass "
                        + names.joined(separator: " or ")
                )
            }
        }
        throw CommandError(
            """
            no source file of the package or its dependencies declares \(type). Check the \
            spelling; name a nested type with its enclosing type: Api.Client. If a macro declares the \
            type, name the module: --module M. For another type, call `swift run wrap-client \
            --symbol-graph FILE \(type)` with the symbol graph of its module
            """
        )
    }

    /// Returns the arguments with the module in which the generated file will be.
    func place(
        for client: SwiftSourceModuleTarget,
        type: String,
        output: String?
    ) throws -> [String] {
        let isPrinted = output == "-"
        let file = isPrinted ? nil : output
        let target =
            try file.map { self.target(of: $0) }
            ?? destination(for: client, type: type, isPrinted: isPrinted)
        var arguments = output == nil ? ["--output", target.map(path(of:)) ?? "."] : []
        guard let target else {
            // A file outside all targets has to import the client's module, and can use public declarations only.
            return arguments + ["--wrapper-module", "-", "--visible", "public"]
        }
        let isOwn = own.contains { $0.id == client.id }
        let level = target.id == client.id ? "internal" : isOwn ? "package" : "public"
        arguments += ["--wrapper-module", target.moduleName, "--visible", level]
        return arguments
    }

    /// Returns the target whose folder contains the file.
    private func target(of output: String) -> SwiftSourceModuleTarget? {
        let path = URL(fileURLWithPath: output, relativeTo: folder).standardizedFileURL.path
        return own.first { path == $0.folder || path.hasPrefix($0.folder + "/") }
    }

    private func path(of target: SwiftSourceModuleTarget) -> String {
        let root = folder.standardizedFileURL.path + "/"
        return target.folder.hasPrefix(root)
            ? String(target.folder.dropFirst(root.count)) : target.folder
    }

    /// Returns the module for the generated file: the client's module if that module depends on the library, and
    /// otherwise the only module that depends on the library and on the client.
    private func destination(
        for client: SwiftSourceModuleTarget,
        type: String,
        isPrinted: Bool
    ) throws -> SwiftSourceModuleTarget? {
        let places = own.filter { target in
            let seen = target.recursiveTargetDependencies.map(\.name)
            return seen.contains("Interception")
                && (target.id == client.id || seen.contains(client.name))
        }
        if let same = places.first(where: { $0.id == client.id }) { return same }
        if let first = places.first, places.count == 1 || isPrinted { return first }
        guard places.isEmpty else {
            let folders = places.map { "--output \(path(of: $0))" }.joined(separator: " or ")
            throw CommandError(
                "several targets can contain the wrapper of \(type); pass \(folders)"
            )
        }
        throw CommandError(
            """
            no target can contain the wrapper of \(type): add .product(name: "Interception", package: \
            "swift-request-groups") to the dependencies of \(client.name) or of a target that depends on it
            """
        )
    }
}

extension SwiftSourceModuleTarget {
    var folder: String { directoryURL.standardizedFileURL.path }

    /// Returns whether a file seems to declare a type with this name, at the top level or anywhere.
    func declares(_ type: String, atTop: Bool) -> Bool {
        let start = atTop ? #"(?m)^([^\s/].*\s)?"# : #"\b"#
        let pattern = start + #"(class|struct|enum|actor|protocol)\s+`?\#(type)\b"#
        return sourceFiles(withSuffix: "swift")
            .contains { file in
                let text = try? String(contentsOf: file.url, encoding: .utf8)
                return text?.range(of: pattern, options: .regularExpression) != nil
            }
    }
}
