import Foundation

/// The symbols of several symbol graphs, by identifier and by owner.
///
/// The index is a class, because it keeps the declarations that it has parsed: many members need those of one type.
final class SymbolIndex {
    private(set) var modules: Set<String> = []
    private var symbolsByIdentifier: [String: Symbol] = [:]
    private let sourceNames = SourceNames()
    /// The symbols in `symbolsByIdentifier` that have the names of their sources.
    private var named: Set<String> = []
    private var declarations: [String: Declaration] = [:]
    private var moduleOfSymbol: [String: String] = [:]
    /// The sources of the relationships of each kind, by target; the members of a type, for example.
    private var sources: [String: [String: [String]]] = [:]
    /// The targets of the relationships of each kind, by source; the protocols of a type, for example.
    private var targets: [String: [String: [String]]] = [:]
    /// The conditional conformances, with the identifiers of the type and the protocol.
    private var conditional: Set<String> = []

    init(files: [(name: String, contents: Data)]) throws {
        for file in files {
            do { add(try JSONDecoder().decode(SymbolGraph.self, from: file.contents)) } catch {
                throw CommandError(
                    "\(file.name) is not a symbol graph: \(error); write it with `swift symbolgraph-extract` or `-emit-symbol-graph`"
                )
            }
        }
    }

    private func add(_ graph: SymbolGraph) {
        modules.insert(graph.module.name)
        for symbol in graph.symbols {
            symbolsByIdentifier[symbol.precise] = symbol
            moduleOfSymbol[symbol.precise] = graph.module.name
        }
        for relationship in graph.relationships {
            let (source, target) = (relationship.source, relationship.target)
            let kind = relationship.kind.replacing("optionalRequirement", with: "requirement")
            sources[kind, default: [:]][target, default: []].append(source)
            targets[kind, default: [:]][source, default: []].append(target)
            if relationship.swiftConstraints != nil { conditional.insert("\(source) \(target)") }
        }
    }

    // MARK: - Queries

    private static let kinds = ["class", "struct", "enum", "protocol"]

    subscript(precise: String?) -> Symbol? {
        let precise = precise ?? ""
        if let symbol = symbolsByIdentifier[precise], named.insert(precise).inserted {
            symbolsByIdentifier[precise] = sourceNames.adding(to: symbol).renamingGenericOfWrapper
        }
        return symbolsByIdentifier[precise]
    }

    func hidesSetter(of symbol: Symbol) -> Bool { sourceNames.hidesSetter(of: symbol) }

    func module(of symbol: Symbol) -> String? { moduleOfSymbol[symbol.precise] }

    func types(called path: String) -> [Symbol] {
        symbols.filter { $0.path == path && $0.isKind(of: Self.kinds) }
            .map(\.precise).sorted().compactMap { self[$0] }
    }

    var symbols: Dictionary<String, Symbol>.Values { symbolsByIdentifier.values }

    var typeNames: [String] { symbols.filter { $0.isKind(of: Self.kinds) }.map(\.path).sorted() }

    private func symbols(_ kind: String, _ target: String?) -> [Symbol] {
        (sources[kind]?[target ?? ""] ?? []).compactMap { self[$0] }
    }

    /// Returns the members of a type, including members in extensions of the type and of its protocols.
    func members(of precise: String?) -> [Symbol] { symbols("memberOf", precise) }

    func requirements(of precise: String?) -> [Symbol] { symbols("requirementOf", precise) }

    /// Returns the names of the associated types of a protocol and its inherited protocols.
    func associatedTypes(of precise: String?) -> [String] {
        ancestry(of: precise).flatMap(requirements(of:)).filter(\.isAssociatedType)
            // A protocol may declare an inherited associated type again, so ignore duplicate names.
            .reduce(into: []) { if !$0.contains($1.name) { $0.append($1.name) } }
    }

    /// Returns the default implementations of a requirement of a protocol.
    func defaults(of precise: String) -> [Symbol] { symbols("defaultImplementationOf", precise) }

    func isOverridden(_ symbol: Symbol, by others: [Symbol]) -> Bool {
        others.contains { reachable(from: $0.precise, by: ["overrides"]).contains(symbol.precise) }
    }

    /// Returns whether the conformance of the type to the protocol depends on generic arguments.
    func isConditional(_ precise: String?, _ target: String) -> Bool {
        conditional.contains("\(precise ?? "") \(target)")
    }

    /// Returns the type, and all types that are reachable by relationships of these kinds.
    private func reachable(from precise: String?, by kinds: [String]) -> [String] {
        var all = [precise].compactMap(\.self)
        var position = 0
        while position < all.count {
            let next = kinds.flatMap { targets[$0]?[all[position]] ?? [] }
            // A broken symbol graph may contain a cycle of inheritance, so skip known types.
            for type in next where !all.contains(type) { all.append(type) }
            position += 1
        }
        return all
    }

    /// Returns the type, its superclasses and all their protocols.
    func ancestry(of precise: String?) -> [String] {
        reachable(from: precise, by: ["inheritsFrom", "conformsTo"])
    }

    /// Returns the class and all its superclasses except `NSObject`, beginning with the class.
    func inheritance(of precise: String?) -> [String] {
        let classes = reachable(from: precise, by: ["inheritsFrom"])
        return classes.filter { !KnownTypes.rootObjects.contains($0) }
    }

    /// Returns whether the type is certainly an error.
    func isError(_ type: String?) -> Bool { ancestry(of: type).contains(where: KnownTypes.isError) }

    func isStream(_ precise: String?) -> Bool {
        KnownTypes.streamModules.contains(precise.flatMap(KnownTypes.module) ?? "")
            || !KnownTypes.streams.isDisjoint(with: ancestry(of: precise))
    }

    /// Returns the methods of the type, its superclasses and their protocols.
    func methods(of precise: String?) -> [Declaration] { declarations("method", precise) }

    /// Returns the properties of the type, its superclasses and their protocols.
    func properties(of precise: String?) -> [Declaration] { declarations("property", precise) }

    private func declarations(_ kind: String, _ precise: String?) -> [Declaration] {
        let all = ancestry(of: precise).flatMap { members(of: $0) + requirements(of: $0) }
        // A property may also be a requirement of a protocol.
        var names: Set<String> = []
        let own = all.filter { $0.kind.identifier == "swift.\(kind)" }
            .filter { kind == "method" || names.insert($0.name).inserted }
        return own.compactMap { symbol in
            let found = declarations[symbol.precise] ?? (try? Declaration(symbol))
            declarations[symbol.precise] = found
            return found
        }
    }

    func cases(of precise: String?) -> [Symbol] {
        members(of: precise).filter { $0.isKind(of: ["enum.case"]) }.sorted { $0.name < $1.name }
    }

    /// Returns the cases of the type and its static properties of the same type, such as the choices of a policy.
    func choices(of precise: String?) -> [Symbol] {
        let own = members(of: precise).filter { $0.kind.identifier == "swift.type.property" }
            .filter { $0.tokens.tokens.contains { $0.precise == precise } }
        return cases(of: precise) + own
    }

    func isGlobalActor(_ name: String, _ precise: String?) -> Bool {
        self[precise]?.declaration.contains("@globalActor") ?? name.hasSuffix("Actor")
    }

    func isResultBuilder(_ name: String, _ precise: String?) -> Bool {
        self[precise]?.declaration.contains("@resultBuilder") ?? name.hasSuffix("Builder")
    }
}
