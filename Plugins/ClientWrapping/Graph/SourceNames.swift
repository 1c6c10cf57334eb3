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
        guard let location = symbol.location, symbol.declaration.contains("->") else {
            return symbol
        }
        let types = symbol.tokens.functionTypes(after: symbol.baseName)
        guard types.joined().contains(where: { $0.label == nil }) else { return symbol }
        let source = TokenList(text: text(at: location), endsAtBody: true)
        let named = source.functionTypes(after: symbol.baseName)
        guard types.count <= named.count, zip(types, named).allSatisfy({ $0.count == $1.count })
        else { return symbol }
        var result = symbol
        let pairs = zip(types.joined(), named.joined())
        // Insert the last name first, because each insertion moves the text after it.
        for (element, named) in pairs.sorted(by: { $0.0.start > $1.0.start }) {
            guard element.label == nil, let label = named.label else { continue }
            result.insert("\(label): ", at: element.start)
        }
        return result
    }

    /// Returns the source text, beginning with the line that contains the name of the symbol.
    private func text(at location: Symbol.Location) -> String {
        if lines[location.uri] == nil {
            let path = URL(string: location.uri)?.path
            let text = path.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
            lines[location.uri] = text.lines
        }
        let position = location.position
        return lines[location.uri, default: []].dropFirst(position.line).prefix(Self.maximumLines)
            .joined(separator: "\n")
    }
}

extension Symbol {
    /// Inserts a text after a bracket or a comma; the position is in bytes of the declaration.
    fileprivate mutating func insert(_ text: String, at position: Int) {
        var fragments = declarationFragments ?? []
        var end = 0
        for index in fragments.indices {
            let bytes = fragments[index].spelling.utf8
            end += bytes.count
            guard end >= position else { continue }
            let place = bytes.index(bytes.endIndex, offsetBy: position - end)
            fragments[index].spelling.insert(contentsOf: text, at: place)
            break
        }
        declarationFragments = fragments
    }
}

extension TokenList {
    /// A parameter in a function type: its label, if any, and its start in bytes of the text.
    fileprivate typealias Element = (label: String?, start: Int)

    /// Returns the parameters of each function type in the first declaration of this name.
    fileprivate func functionTypes(after name: String) -> [[Element]] {
        var open: [(order: Int, elements: [Element])] = []
        var types: [Int: [Element]] = [:]
        var (order, braces) = (0, 0)
        let first = tokens.firstIndex { $0.text.withoutBackticks == name } ?? tokens.endIndex
        for position in tokens.indices[first...].dropFirst() {
            let text = tokens[position].text
            // Skip the closures in default values, because they may contain function types, too.
            braces += text == "{" ? 1 : text == "}" ? -1 : 0
            guard braces == 0 else { continue }
            if ["(", ","].contains(tokens[position - 1].text), text != ")", !open.isEmpty {
                open[open.endIndex - 1].elements.append(element(at: position))
            }
            if ["(", "[", "<"].contains(text) {
                open.append((order, []))
                order += 1
            }
            guard [")", "]", ">"].contains(text), let type = open.popLast() else { continue }
            if text == ")", continuesFunctionType(at: position + 1) {
                types[type.order] = type.elements
            }
        }
        return types.sorted { $0.key < $1.key }.map(\.value)
    }

    private func continuesFunctionType(at position: Int) -> Bool {
        position < tokens.endIndex && ["->", "async", "throws"].contains(tokens[position].text)
    }

    private func element(at position: Int) -> Element {
        let words = tokens[position...].prefix { $0.kind == .word }
        let end = tokens[words.endIndex...].first?.text
        let start = source.utf8.distance(
            from: source.startIndex,
            to: tokens[position].range.lowerBound
        )
        return (
            words.count <= 2 && end == ":" ? words.map(\.text).joined(separator: " ") : nil, start
        )
    }
}
