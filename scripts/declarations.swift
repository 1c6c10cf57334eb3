// Prints the public declarations of a module, one per line, sorted by their full names.
//
//     declarations GRAPH…    the symbol graphs of the module
//
// A line is a declaration with its full name. The line of a type ends with its protocols. Conditional conformances, and
// conformances of types of other modules, are on separate lines.

import Foundation

// MARK: - Symbol graphs

struct Graph: Decodable {
    var symbols: [Symbol]
    var relationships: [Relationship]
}

struct Symbol: Decodable {
    struct Kind: Decodable { var identifier: String }
    struct Identifier: Decodable { var precise: String }
    struct Fragment: Decodable { var kind, spelling: String }
    struct Extension: Decodable { var constraints: [Constraint]? }
    struct Generics: Decodable { var constraints: [Constraint]? }
    struct Availability: Decodable { var isUnconditionallyDeprecated: Bool? }

    var kind: Kind
    var identifier: Identifier
    var pathComponents: [String]
    var declarationFragments: [Fragment]
    var accessLevel: String
    var swiftExtension: Extension?
    var swiftGenerics: Generics?
    var availability: [Availability]?
}

struct Relationship: Decodable {
    var kind, source, target: String
    var targetFallback: String?
    var swiftConstraints: [Constraint]?
}

struct Constraint: Decodable, Hashable {
    var kind, lhs, rhs: String

    var text: String { lhs + (kind == "sameType" ? " == " : " : ") + rhs }
}

// MARK: - The lines

struct Line: Comparable {
    var path: [String]
    /// Whether the line is a conformance, which is sorted after its type and before the members.
    var isConformance = false
    var text: String

    static func < (left: Line, right: Line) -> Bool {
        if left.path != right.path { return left.path.lexicographicallyPrecedes(right.path) }
        if left.isConformance != right.isConformance { return right.isConformance }
        return left.text < right.text
    }
}

/// The protocols to which nearly every type and generic parameter conforms implicitly.
let implied: Set = ["Copyable", "Escapable", "SendableMetatype"]

struct Module {
    private var symbols: [String: Symbol] = [:]
    /// The constraints of a generic type, which the graph repeats at each of its members.
    private var ownConstraints: [[String]: Set<Constraint>] = [:]
    private var requirements: Set<String> = []
    /// The protocols and the superclass of each type, by the conditions of the conformance.
    private var conformances: [String: [[String]: Set<String>]] = [:]

    init(_ graphs: [Graph]) {
        for symbol in graphs.flatMap(\.symbols) {
            symbols[symbol.identifier.precise] = symbol
            guard symbol.isType else { continue }
            ownConstraints[symbol.pathComponents] = Set(symbol.swiftGenerics?.constraints ?? [])
        }
        for relationship in graphs.flatMap(\.relationships) {
            if relationship.kind == "requirementOf" { requirements.insert(relationship.source) }
            guard ["conformsTo", "inheritsFrom"].contains(relationship.kind),
                let type = symbols[relationship.source],
                let name = name(ofTarget: relationship), !implied.contains(name)
            else { continue }
            let conditions = conditions(relationship.swiftConstraints, in: type.pathComponents)
            conformances[relationship.source, default: [:]][conditions, default: []].insert(name)
        }
    }

    var lines: [Line] {
        symbols.values.flatMap { symbol in
            let conformances = conformances[symbol.identifier.precise, default: [:]]
            var lines: [Line] = []
            if !symbol.isExtension {
                lines.append(line(of: symbol, conformingTo: conformances[[], default: []]))
            }
            for (conditions, protocols) in conformances where symbol.isExtension || conditions != []
            {
                lines.append(line(of: symbol, conformingTo: protocols, if: conditions))
            }
            return lines
        }
    }

    /// Returns the line of a declaration, with its full name in place of its name.
    private func line(of symbol: Symbol, conformingTo protocols: Set<String>) -> Line {
        let path = symbol.pathComponents
        let scope = path.dropLast().map { $0 + "." }.joined()
        // The declaration of a protocol already names the inherited protocols.
        let list = symbol.kind.identifier == "swift.protocol" ? "" : list(of: protocols)
        let fragments = symbol.declarationFragments
        let name = fragments.firstIndex { $0.kind == "identifier" || $0.isNameless }
        let clause = fragments.firstIndex { $0.kind == "keyword" && $0.spelling == "where" }

        var text = symbol.isDeprecated ? "@available(*, deprecated) " : ""
        if symbol.accessLevel == "open" { text += "open " }
        for (index, fragment) in fragments.enumerated() {
            if index == name { text += scope }
            if index == clause { text = text.trimmed + list + " " }
            text += fragment.spelling
        }
        if clause == nil { text += list }
        let conditions = conditions(symbol.swiftExtension?.constraints, in: path.dropLast())
        if !symbol.isType, !conditions.isEmpty {
            text += (clause == nil ? " where " : ", ") + conditions.joined(separator: ", ")
        }
        if requirements.contains(symbol.identifier.precise) { text += "  // requirement" }
        return Line(path: path, text: text.onOneLine)
    }

    /// Returns the separate line of a conformance.
    private func line(
        of symbol: Symbol,
        conformingTo protocols: Set<String>,
        if conditions: [String]
    ) -> Line {
        let type = symbol.pathComponents.joined(separator: ".")
        var text = "extension \(type)" + list(of: protocols)
        if !conditions.isEmpty { text += " where " + conditions.joined(separator: ", ") }
        return Line(path: symbol.pathComponents, isConformance: true, text: text)
    }

    private func list(of protocols: Set<String>) -> String {
        protocols.isEmpty ? "" : " : " + protocols.sorted().joined(separator: ", ")
    }

    /// Returns the constraints that the type itself does not have.
    private func conditions(
        _ constraints: [Constraint]?,
        in type: some Collection<String>
    ) -> [String] {
        (constraints ?? [])
            .filter {
                !implied.contains($0.rhs) && ownConstraints[Array(type)]?.contains($0) != true
            }
            .map(\.text)
            .sorted()
    }

    private func name(ofTarget relationship: Relationship) -> String? {
        if let symbol = symbols[relationship.target] {
            return symbol.pathComponents.joined(separator: ".")
        }
        // Drop the name of the module.
        return relationship.targetFallback?.split(separator: ".").dropFirst().joined(separator: ".")
    }
}

extension Symbol {
    var isType: Bool {
        ["swift.struct", "swift.class", "swift.enum", "swift.protocol"].contains(kind.identifier)
    }

    var isDeprecated: Bool {
        availability?.contains { $0.isUnconditionallyDeprecated == true } == true
    }

    /// An extension of a type of another module.
    var isExtension: Bool { kind.identifier == "swift.extension" }
}

extension Symbol.Fragment {
    /// Whether the keyword is in place of a name.
    var isNameless: Bool { kind == "keyword" && ["init", "subscript"].contains(spelling) }
}

extension StringProtocol {
    var trimmed: String { trimmingCharacters(in: .whitespaces) }

    /// A default argument may be written on several lines.
    var onOneLine: String {
        split(whereSeparator: \.isNewline).map(\.trimmed).joined(separator: " ")
    }
}

// MARK: - Printing

let graphs = try CommandLine.arguments.dropFirst().map { path in
    try JSONDecoder().decode(Graph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}
for line in Module(graphs).lines.sorted() { print(line.text) }
