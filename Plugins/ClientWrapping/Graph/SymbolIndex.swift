import Foundation

/// The symbols of several graphs, by identifier and by owner.
struct SymbolIndex {
    private(set) var modules: Set<String> = []
    private var symbolsByIdentifier: [String: Symbol] = [:]
    private var moduleOfSymbol: [String: String] = [:]
    /// What is declared in a type, in its extensions, and what its protocols add.
    private var members: [String: [String]] = [:]
    private var requirements: [String: [String]] = [:]
    /// What the extensions of a protocol do for each requirement.
    private var defaults: [String: [String]] = [:]
    private var superclasses: [String: String] = [:]
    private var protocols: [String: [String]] = [:]
    private var overridden: [String: Set<String>] = [:]
    /// The condition of each conformance that has one, by both names.
    private var conditions: [String: [Symbol.Generics.Constraint]] = [:]

    /// Reads the files, each a symbol graph in JSON.
    init(files: [(name: String, contents: Data)]) throws {
        for file in files {
            do {
                add(try JSONDecoder().decode(SymbolGraph.self, from: file.contents))
            } catch {
                throw CommandError(
                    "\(file.name) is no symbol graph: \(error.explanation)",
                    cure: "write it with `swift symbolgraph-extract` or `-emit-symbol-graph`"
                )
            }
        }
    }

    private mutating func add(_ graph: SymbolGraph) {
        modules.insert(graph.module.name)
        for symbol in graph.symbols {
            symbolsByIdentifier[symbol.precise] = symbol.renamingGenericOfWrapper
            moduleOfSymbol[symbol.precise] = graph.module.name
        }
        for relationship in graph.relationships {
            let (source, target) = (relationship.source, relationship.target)
            switch relationship.kind {
            case "memberOf": members[target, default: []].append(source)
            case "requirementOf", "optionalRequirementOf":
                requirements[target, default: []].append(source)
            case "inheritsFrom": superclasses[source] = target
            case "conformsTo":
                protocols[source, default: []].append(target)
                conditions[source + " " + target] = relationship.swiftConstraints
            case "defaultImplementationOf": defaults[target, default: []].append(source)
            case "overrides": overridden[source, default: []].insert(target)
            default: break
            }
        }
    }

    // MARK: - Asking

    private static let typeKinds: Set<String> = [
        "swift.class", "swift.struct", "swift.enum", "swift.protocol",
    ]

    subscript(precise: String) -> Symbol? { symbolsByIdentifier[precise] }

    func module(of symbol: Symbol) -> String? { moduleOfSymbol[symbol.precise] }

    /// The types that are called so: by their name, or by their path if they stand in another.
    func types(called path: String) -> [Symbol] {
        symbols.filter { $0.path == path && Self.typeKinds.contains($0.kind.identifier) }
            .sorted { $0.precise < $1.precise }
    }

    var symbols: Dictionary<String, Symbol>.Values { symbolsByIdentifier.values }

    /// The names of all types, for a message.
    var typeNames: [String] {
        symbols.filter { Self.typeKinds.contains($0.kind.identifier) }.map(\.path).sorted()
    }

    func members(of precise: String) -> [Symbol] {
        members[precise, default: []].compactMap { self[$0] }
    }

    func requirements(of precise: String) -> [Symbol] {
        requirements[precise, default: []].compactMap { self[$0] }
    }

    func defaults(of requirement: String) -> [Symbol] {
        defaults[requirement, default: []].compactMap { self[$0] }
    }

    func superclass(of precise: String) -> String? { superclasses[precise] }

    func protocols(of precise: String) -> [String] { protocols[precise] ?? [] }

    func isOverridden(_ symbol: Symbol, by others: [Symbol]) -> Bool {
        others.contains { overridden[$0.precise]?.contains(symbol.precise) == true }
    }

    /// The condition of the conformance; `nil` if it has none.
    func condition(of precise: String, _ target: String) -> [Symbol.Generics.Constraint]? {
        conditions[precise + " " + target]
    }

    /// The type, its superclasses and all their protocols.
    func ancestry(of precise: String) -> [String] {
        var all = [precise]
        var position = 0
        while position < all.count {
            let next =
                [superclass(of: all[position])].compactMap(\.self) + protocols(of: all[position])
            // Each once: a graph may say that they inherit from one another.
            all += next.filter { !all.contains($0) }
            position += 1
        }
        return all
    }

    /// Whether the type is an error for sure.
    func isError(_ precise: String) -> Bool {
        ancestry(of: precise).contains(where: KnownTypes.errors.contains)
    }

    /// Whether the type is a stream of values, which ends by itself or never.
    func isStream(_ precise: String) -> Bool {
        KnownTypes.streamModules.contains(KnownTypes.module(of: precise) ?? "")
            || !KnownTypes.streams.isDisjoint(with: ancestry(of: precise))
    }

    /// The methods of a type, inherited ones too.
    func methods(of precise: String) -> [Symbol] {
        ancestry(of: precise).flatMap { members(of: $0) + requirements(of: $0) }
            .filter { $0.kind.identifier == "swift.method" }
    }

    /// The class itself and those it inherits from, the nearest first.
    func inheritance(of precise: String) -> [String] {
        var classes = [precise]
        while let last = classes.last, let next = superclass(of: last), !classes.contains(next) {
            classes.append(next)
        }
        return classes
    }
}

extension Error {
    fileprivate var explanation: String {
        switch self as any Error {
        case DecodingError.dataCorrupted(let context): context.debugDescription
        case DecodingError.keyNotFound(let key, _): "it has no field \"\(key.stringValue)\""
        case DecodingError.typeMismatch(_, let context),
            DecodingError.valueNotFound(_, let context):
            "\(context.codingPath.map(\.stringValue).joined(separator: ".")): "
                + context.debugDescription
        default: "\(self)"
        }
    }
}
