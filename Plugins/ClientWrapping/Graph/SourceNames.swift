import Foundation

/// Adds the names in callback types, such as `error` in `(_ error: String?) -> Void`, from the source files.
///
/// A compiled module does not contain these names, so the symbol graph of the package manager does not either.
final class SourceNames {
    /// The maximum number of lines that are read for a declaration.
    private static let maximumLines = 30

    private var lines: [String: [String]] = [:]

    /// Returns the symbol with the parameter names of its callback types.
    ///
    /// The symbol is unchanged if the source file cannot be read, or declares other callback types.
    func adding(to symbol: Symbol) -> Symbol {
        guard symbol.declaration.contains("->") else { return symbol }
        let own = symbol.tokens
        let types = own.functionTypes(after: symbol.baseName)
        guard types.joined().contains(where: { $0.label == nil }) else { return symbol }
        let source = lines(of: symbol).prefix(Self.maximumLines).joined(separator: "\n")
        let named = TokenList(text: source, endsAtBody: true)
            .functionTypes(after: symbol.baseName)
        guard types.count <= named.count, zip(types, named).allSatisfy({ $0.count == $1.count })
        else { return symbol }
        var labels: [Int: String] = [:]
        for (element, named) in zip(types.joined(), named.joined()) where element.label == nil {
            labels[element.position] = named.label
        }
        var result = symbol
        result.declarationFragments = own.fragments(addingLabels: labels)
        return result
    }

    /// Returns whether the setter of a property has its own access level, which the symbol graph may omit.
    func hidesSetter(of symbol: Symbol) -> Bool {
        lines(of: symbol).first?.contains("(set)") == true
    }

    /// Returns the lines of the source file, beginning with the line that contains the name of the symbol.
    private func lines(of symbol: Symbol) -> ArraySlice<String> {
        guard let location = symbol.location else { return [] }
        if lines[location.uri] == nil {
            let path = URL(string: location.uri)?.path
            let text = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
            lines[location.uri] = text.lines
        }
        return lines[location.uri, default: []].dropFirst(location.position.line)
    }
}

extension TokenList {
    /// A parameter in a function type: its label, if any, and the position of its first token.
    fileprivate typealias Element = (label: String?, position: Int)

    /// Returns the parameters of each function type in the first declaration of this name.
    fileprivate func functionTypes(after name: String) -> [[Element]] {
        var open: [(order: Int, elements: [Element])] = []
        var types: [[Element]] = []
        var braces = 0
        let first = tokens.firstIndex { $0.text.withoutBackticks == name } ?? tokens.endIndex
        for position in tokens.indices[first...].dropFirst() {
            let text = tokens[position].text
            // Skip the closures in default values, because they may contain function types, too.
            braces += text == "{" ? 1 : text == "}" ? -1 : 0
            guard braces == 0 else { continue }
            if ["(", ","].contains(tokens[position - 1].text), text != ")", !open.isEmpty {
                open[open.endIndex - 1].elements.append((label(at: position), position))
            }
            if ["(", "[", "<"].contains(text) {
                open.append((types.count, []))
                types.append([])
            }
            guard [")", "]", ">"].contains(text), let type = open.popLast() else { continue }
            let next = tokens[(position + 1)...].first?.text ?? ""
            if text == ")", ["->", "async", "throws"].contains(next) {
                types[type.order] = type.elements
            }
        }
        return types.filter { !$0.isEmpty }
    }

    private func label(at position: Int) -> String? {
        let words = tokens[position...].prefix { $0.kind == .word }
        let isLabel = words.count <= 2 && tokens[words.endIndex...].first?.text == ":"
        return isLabel ? words.map(\.text).list(" ") : nil
    }

    /// Returns the pieces of a declaration, with labels in front of the tokens at these positions.
    fileprivate func fragments(addingLabels labels: [Int: String]) -> [Symbol.Fragment] {
        var end = source.startIndex
        return tokens.enumerated().flatMap { position, token in
            let label = labels[position].map { "\($0): " } ?? ""
            let space = text(end..<token.range.lowerBound) + label
            end = token.range.upperBound
            return [
                Symbol.Fragment(spelling: space, preciseIdentifier: nil),
                Symbol.Fragment(spelling: token.text, preciseIdentifier: token.precise),
            ]
        }
    }
}
