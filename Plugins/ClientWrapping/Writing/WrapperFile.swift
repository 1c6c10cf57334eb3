/// The text of a written file: its header, imports and declarations.
struct WrapperFile {
    let types: ClientTypes
    let entries: [Entry]
    let command: String
    /// The modules to import besides the modules of the declared types.
    let imports: [String]

    static let firstLine = "// Written by wrap-client: changes by hand are lost. To write it again:"

    var client: Client { types.client }
    private var index: SymbolIndex { types.index }
    private var access: String { types.accessLevel.prefix }

    var plans: [Plan] { entries.flatMap(\.plans) }

    /// The classes that the command writes for the protocols of other clients, and that the file uses.
    var otherWrappers: [String] {
        let names = plans.filter(\.wraps)
            .compactMap { types.wrapperName(ofProtocol: $0.declaration.result.element) }
        return Set(names).subtracting([client.wrapperName]).sorted()
    }

    var text: String {
        let header = [
            Self.firstLine, "//", "//     \(command)", "//", "// swift-format-ignore-file",
            "// swiftlint:disable all",
        ]
        let parts = [header, importLines] + carriers + sections
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    // MARK: - Declarations

    /// The declarations of error types for client failures that are not an `Error`.
    private var carriers: [[String]] {
        let types = Dictionary(plans.flatMap(\.carriers).map { ($0.name, $0.type) }) { $1 }
        return types.sorted { $0.key < $1.key }.map { name, type in
            [
                "/// A failure of \(client.title) with a value of the type \(type), which is not an `Error`.",
                "// The client passes the value to its callback, and nothing changes it afterwards.",
                "\(access)struct \(name): Error, @unchecked Sendable {",
                "    \(access)let value: \(type)",
                "}",
            ]
        }
    }

    private var sections: [[String]] {
        switch types.shape {
        case .extension:
            // Unlike a generated class, an extension has either static or other members.
            return [false, true].compactMap { isStatic in
                let entries = entries.filter { $0.member.isStatic == isStatic }
                let base = "\(client.type)\(isStatic ? ".Type" : "")"
                // `nonisolated` overrides a default actor of the module.
                let head =
                    "nonisolated extension \(Forms.client)\(client.generics.isEmpty ? "<\(base)>" : "")"
                return entries.isEmpty ? nil : section([], head, entries)
            }
        case .conformance:
            let isGeneric = !types.associatedTypes.isEmpty
            let name = client.wrapperName + (isGeneric ? "<Base: \(client.type)>" : "")
            let conformances = (conforms ? "\(client.type), " : "") + "RequestIntercepting"
            let head = "\(isolation)\(access)final class \(name): \(conformances)"
            return [section(documentation, head, entries)]
                + (conforms && isGeneric ? [extensionOfProtocol] : [])
        case .subclass:
            let text = "/// Wraps \(client.type): its requests join the current group."
            let safe = isSendable ? ["// Safe: it has no state of its own."] : []
            let conformances = "RequestIntercepting" + (isSendable ? ", @unchecked Sendable" : "")
            let name = "\(client.wrapperName): \(client.type)"
            let head = "\(isolation)\(access)class \(name), \(conformances)"
            return [section([text] + safe, head, entries)]
        }
    }

    /// The protocol extension with `intercepted(settings:)`, which also wraps an existential such as `any Storing<String>`.
    private var extensionOfProtocol: [String] {
        let primary = client.symbol.declaration.firstMatch(of: #/protocol \w+(<[^>]*>)/#)?.1 ?? ""
        return """
            \(isolation)extension \(client.type) {
                /// Returns the wrapper; the wrapper of an existential is an existential of the same type.
                \(access)func intercepted(settings: InterceptionSettings) -> any \(client.type)\(primary) {
                    \(client.wrapperName)(self, settings: settings)
                }
            }
            """.lines
    }

    private func section(_ summary: [String], _ head: String, _ entries: [Entry]) -> [String] {
        var blocks = types.shape == .conformance ? ownMembers : []
        for entry in entries {
            let name = entry.member.hintName(among: client.members)
            let comments = entry.remarks.reversed().flatMap { $0.comment(name) }.map { "// \($0)" }
            let written = entry.plans.map { MemberWriter(plan: $0, types: types).lines }
            if !written.isEmpty || !comments.isEmpty {
                blocks += [comments + (written.first ?? [])] + written.dropFirst()
            }
        }
        let availability = client.symbol.availabilityAttributes
        let body = blocks.joined(separator: [""])
        return summary + availability + ["\(head) {"] + Array(body).indented + ["}"]
    }

    /// The isolation of the class; a default actor of the client's module does not apply in another module.
    private var isolation: String {
        if types.shape == .subclass, let actor = client.actor { return "\(actor) " }
        // The client may belong to an actor that a declaration names, or that of an unknown superclass.
        let isOfActor = client.members.map(\.declaration).contains { $0 == nil || $0?.actor != nil }
        let isKnown = index.inheritance(of: client.symbol.precise).allSatisfy { index[$0] != nil }
        return client.actor != nil || isOfActor || !isKnown ? "" : "nonisolated "
    }

    // MARK: - Generated classes

    /// Whether the class implements every requirement, and can therefore declare the conformance.
    private var conforms: Bool {
        !inheritsForeignProtocol && entries.allSatisfy { !$0.plans.isEmpty || $0.remarks.isEmpty }
    }

    /// Whether no symbol graph contains the requirements of an inherited protocol, such as `Hashable`.
    private var inheritsForeignProtocol: Bool {
        index.ancestry(of: client.symbol.precise)
            .contains { index[$0] == nil && !KnownTypes.markers.contains($0) }
    }

    private var isSendable: Bool { client.actor == nil && types.isSendable(client.symbol.precise) }

    private var documentation: [String] {
        let reason =
            inheritsForeignProtocol
            ? "does not conform to the protocol, which inherits one of another module, so it lacks the methods of extensions."
            : "conforms to the protocol once all methods below are settled."
        let rest = conforms ? "" : " The wrapper \(reason)"
        return "Wraps any \(client.type): its requests join the current group.\(rest)"
            .wrapped(width: 94).map { "/// \($0)" }
    }

    private var ownMembers: [[String]] {
        let base = types.associatedTypes.isEmpty ? "any \(client.type)" : "Base"
        let associated = types.associatedTypes.map { ["\(access)typealias \($0) = Base.\($0)"] }
        // A setter of a `Sendable` client may not be called while another thread uses the client.
        let unsafe = isSendable ? "nonisolated(unsafe) " : ""
        // A setter changes the value of a client that is not an object, so the class stores the client in a variable.
        let isObject = index.ancestry(of: client.symbol.precise).flatMap { index[$0]?.words ?? [] }
            .contains { $0 == "AnyObject" || $0 == "Actor" }
        let changesBase = plans.map(\.declaration)
            .contains { $0.isWritable && $0.accessors?.contains("nonmutating") != true }
        let storage = changesBase && !isObject ? "\(unsafe)private(set) var" : "let"
        let own = """
            /// The wrapped client.
            \(access)\(storage) base: \(base)

            /// The settings of all requests.
            \(access)let interceptionSettings: InterceptionSettings

            /// Wraps a client.
            \(access)init(_ base: \(base), settings: InterceptionSettings = InterceptionSettings()) {
                self.base = base
                interceptionSettings = settings
            }
            """
        return associated + [own.lines]
    }

    // MARK: - Imports

    var importLines: [String] {
        let keyword = "\(types.accessLevel.prefix)import"
        var named = Set(imports)
        for plan in plans {
            named.formUnion(modules(of: plan.declaration))
            // A default value such as `UUID().uuidString` may name a type of Foundation.
            let defaults = plan.declaration.parameters.compactMap(\.defaultValue)
            let namesType = defaults.contains { $0.contains(#/(^|[^.\w"])[A-Z]/#) }
            if namesType { named.insert("Foundation") }
            let castsTask = plan.cancel?.contains("URLSessionTask") == true
            if castsTask { named.insert("FoundationNetworking") }
        }
        named.remove(types.module)
        var conditional: [String] = []
        if named.remove("FoundationNetworking") != nil {
            named.insert("Foundation")
            let networking = "\(keyword) FoundationNetworking"
            conditional = ["", "#if canImport(FoundationNetworking)", networking, "#endif"]
        }
        let lines = named.sorted().map { module in
            let isMarked = types.importsPreconcurrency && module == client.module
            return "\(isMarked ? "@preconcurrency " : "")\(keyword) \(module)"
        }
        return lines + conditional
    }

    /// Returns the modules of the types in the declaration.
    private func modules(of declaration: Declaration) -> Set<String> {
        let named = declaration.types + declaration.requirements.flatMap { [$0.left, $0.right] }
        let modules = named.flatMap(\.names).compactMap(\.precise).compactMap { precise in
            let module = index[precise].flatMap(index.module) ?? KnownTypes.module(of: precise)
            let isPart = ["FoundationEssentials", "FoundationInternationalization"].contains(module)
            return isPart || precise.hasPrefix("c:") ? "Foundation" : module
        }
        return Set(modules).subtracting(["Swift", "_Concurrency", "_StringProcessing"])
    }
}
