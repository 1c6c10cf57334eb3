import Foundation

/// Adds the names in callback types, such as `error` in `(_ error: String?) -> Void`, from the source files.
///
/// A compiled module does not contain these names, so the symbol graph of the package manager does not either.
final class SourceNames {
    private var lines: [URL: [String]] = [:]

    /// Returns the symbol with the parameter names of its callback types.
    ///
    /// The symbol is unchanged if the source file cannot be read, or declares other callback types.
    func adding(to symbol: Symbol) -> Symbol {
        guard symbol.declaration.contains("->") else { return symbol }
        let own = symbol.tokens
        let types = own.functionTypes(after: symbol.baseName)
        guard types.joined().contains(where: { $0.label == nil }) else { return symbol }
        // Few declarations have more lines.
        let source = lines(of: symbol).prefix(30).joined(separator: "\n")
        let named = TokenList(text: source, endsAtBody: true).functionTypes(after: symbol.baseName)
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
        guard let location = symbol.location, let url = URL(string: location.uri) else { return [] }
        let known = lines[url] ?? (try? String(contentsOf: url, encoding: .utf8).lines) ?? []
        lines[url] = known
        return known.dropFirst(max(0, location.position.line))
    }
}

extension TokenList {
    /// A parameter in a function type: its label, if any, and the position of its first token.
    fileprivate typealias Element = (label: String?, position: Int)

    /// Returns the parameters of each function type in the first declaration of this name.
    fileprivate func functionTypes(after name: String) -> [[Element]] {
        let first = tokens.firstIndex { $0.text.withoutBackticks == name } ?? tokens.endIndex
        // The list of the method itself, which only a source may follow by `-> Void`, is not a function type.
        // A property without a declared type, as in `let send = defaults.send`, has no names.
        let isAlias = first > 0 && tokens[first - 1].text == "typealias"
        guard let next = tokens.dropFirst(first + 1).first?.text, isAlias || next != "="
        else { return [] }
        let own = ["(", "<"].contains(next) ? tokens[first...].firstIndex { $0.text == "(" } : nil
        var braces = 0
        return tokens.indices[first...].compactMap { position in
            let text = tokens[position].text
            // Skip the closures in default values, because they may contain function types, too.
            braces += text == "{" ? 1 : text == "}" ? -1 : 0
            guard text == "(", braces == 0, position != own else { return nil }
            var reader = TokenReader(list: self, position: position)
            let elements = try? reader.elements("()") { reader -> Element in
                let (start, names) = (reader.position, reader.labels())
                _ = try reader.type()
                reader.take("...")
                return (names.isEmpty ? nil : names.list(" "), start)
            }
            let isFunction = ["->", "async", "throws"].contains(reader.next?.text)
            return isFunction && elements?.isEmpty == false ? elements : nil
        }
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
