import Foundation

/// A hint of the user about a method, for a fact that the declaration does not contain.
struct Hint: Equatable {
    enum Item: Equatable {
        case role(parameter: String, Role)
        case word(Word)
        /// A part with a value; `nil` for `cancel: nothing` and `forward if: never`.
        case value(Key, String?)

        /// Whether the item decides how the command treats the whole method.
        var isDecision: Bool { [.word(.forward), .word(.client), .word(.skip)].contains(self) }

        var isRole: Bool { if case .role = self { true } else { false } }
    }

    enum Word: String {
        case holdsHandle = "holds handle"
        /// The request can wait for a permit, because the wrapper returns no handle.
        case waits
        /// The method issues no request, so the wrapper only calls the client.
        case forward
        /// The user writes the method by hand in another file, so the command does not write the method.
        case skip
        /// The method returns another client, which is wrapped too.
        case client
    }

    enum Key: String {
        /// The label of the request, written without the quotes of a string literal.
        case label
        /// The expression that cancels the request, usually through the handle `$0`.
        case cancel
        /// The expression that reports a rejection: a call of a callback, a result, or an error.
        case rejection
        /// A condition under which a call issues no request.
        case forwardIf = "forward if"
    }

    /// The name of a member, such as `send(_:done:)`, or a pattern for several members.
    ///
    /// The pattern `send*` matches names. The pattern `(_, Failure?)` matches the parameters of a callback.
    /// The pattern `-> Ticket` matches a result type.
    let name: String
    let items: [Item]
    /// The hint as the user wrote it.
    let text: String

    /// Parses a text such as `send(_:done:) = done: completion; label: GET \(path)` into a hint for each name.
    static func all(in text: String) throws -> [Hint] {
        guard let (names, parts) = sides(of: text, at: "="), !names.isEmpty else {
            throw CommandError("the hint \(text) has no = or names no method; \(example)")
        }
        let isOne = names.hasPrefix("(") || names.hasPrefix("->")
        return try (isOne ? [names] : names.splitOutsideBrackets(",", isType: true)).map { name in
            let items = try parts.splitOutsideBrackets(";").map { part in
                if !part.hasPrefix("label:"), let open = part.firstMatch(of: #/<the [^<>]+>/#) {
                    throw CommandError(
                        "the hint \(text) still has the placeholder \(open.output); write Swift code there: an error is any Error, or nil after a success"
                    )
                }
                // The pattern already selects the callback by its types, so the role names no parameter.
                let role = name.hasPrefix("(") ? try? Role(hint: part, of: text) : nil
                return try role.map { .role(parameter: "", $0) } ?? item(part, of: text)
            }
            return Hint(name: name, items: items, text: "\(name) = \(parts)")
        }
    }

    /// The rank of the hint: a hint for fewer methods has a smaller number, and takes precedence.
    var breadth: Int {
        // `(User?, String?)` takes precedence over `(*?, String?)`.
        if name == "*" || name.hasPrefix("(*") { return name == "*" ? 4 : 3 }
        return name.hasPrefix("(") || name.hasPrefix("->") ? 2 : name.contains("*") ? 1 : 0
    }

    func items(for member: Member, _ types: ClientTypes) -> [Item] {
        if breadth == 0 { return member.isCalled(name) ? items : [] }
        guard let declaration = member.declaration else { return [] }
        let planner = Planner(member, of: types)
        /// Returns whether the type matches the pattern; `Error?` stands for each optional error, such as `NSError?`.
        func isMeant(_ type: TypeSyntax, by text: String) -> Bool {
            let (value, isOptional) = types.meaning(of: type).unwrappingOptional
            return text == "_" || "\(type)".typeName.matches(pattern: text.typeName)
                || text.typeName == (isOptional ? "Error?" : "Error") && planner.isError(value)
        }
        if name.hasPrefix("->") {
            let text = String(name.dropFirst(2))
            // The printed hint has the type for which an alias stands.
            let results = [declaration.result, types.meaning(of: declaration.result)]
                .flatMap { [$0, types.outside($0, of: member)] }
            return (results + results.map(\.unwrappingOptional.type))
                .contains { isMeant($0, by: text) } ? items : []
        }
        guard name.hasPrefix("(") else {
            return member.names.contains { $0.matches(pattern: name) } ? items : []
        }
        let shape = name.dropFirst().prefix { $0 != "-" }.trimmed.dropLast()
        let parts = String(shape).splitOutsideBrackets(",", isType: true)
        let answer = types.answer(of: declaration)
        let callbacks = types.callbacks(of: declaration) + [answer].compactMap(\.self)
        return callbacks.flatMap { callback -> [Item] in
            let values = callback.function.parameters.map(\.type)
            guard values.count == parts.count, zip(values, parts).allSatisfy(isMeant)
            else { return [] }
            // Beside others, after a failure, or with `*?`, the hint settles only a callback whose role is unclear.
            let own = try? planner.likelyRole(callback, among: callbacks)
            let isOne = callbacks.count == 1 && !name.contains("*?")
            // An asynchronous method that is certain needs no role for its result.
            let isCertain = callback.isAnswer && (try? planner.outcome.get()) != nil
            let isClear = isCertain || own != nil && (!isOne || callback.soundsLikeFailure)
            return items.map { item in
                switch item {
                case .role("", let role):
                    .role(parameter: isClear && role.moreIf == nil ? "_" : callback.title, role)
                case .value(.rejection, let text?) where text.hasPrefix("("):
                    .value(.rejection, callback.expression + text)
                default: item
                }
            }
        }
    }

    private static let example = "write it like send(_:done:) = done: completion"

    /// Returns the texts before and after the first such sign; `nil` without the sign.
    private static func sides(of text: String, at sign: Character) -> (String, String)? {
        let sides = text.split(separator: sign, maxSplits: 1, omittingEmptySubsequences: false)
        return sides.count == 2 ? (sides[0].trimmed, sides[1].trimmed) : nil
    }

    private static func item(_ text: String, of hint: String) throws -> Item {
        if let word = Word(rawValue: text) { return .word(word) }
        guard let (name, value) = sides(of: text, at: ":") else {
            throw CommandError("the hint \(hint) has the unknown part \(text); \(known)")
        }
        guard !value.isEmpty else {
            throw CommandError("the hint \(hint) has no value for \(name); \(example)")
        }
        let role = Result { try Role(hint: value, of: hint) }
        // A callback may be called `cancel`, and a role such as `failure` is not an expression.
        if let key = Key(rawValue: name), key == .label || (try? role.get()) == nil {
            let isAbsent = [.cancel: "nothing", .forwardIf: "never"][key] == value
            return .value(key, isAbsent ? nil : value)
        }
        return .role(parameter: name, try role.get())
    }

    private static let known =
        "write forward, skip, client, waits, holds handle, label:, cancel:, rejection:, forward if: or the name of a callback"
}

extension [Hint.Item] {
    func contains(_ word: Hint.Word) -> Bool { contains(.word(word)) }

    /// Returns the roles for the callback in the parameter, in the order of precedence.
    func roles(of parameter: Parameter) -> [Role] {
        compactMap { item in
            if case .role(let name, let role) = item, parameter.isNamed(name) { role } else { nil }
        }
    }

    /// Returns the last value for the key; `.some(nil)` if the value is absent, such as in `cancel: nothing`.
    func value(_ key: Hint.Key) -> String?? {
        compactMap { if case .value(key, let value) = $0 { .some(value) } else { nil } }.last
    }

    func text(_ key: Hint.Key) -> String? { value(key) ?? nil }
}

extension String {
    /// The hint with `self.` in place of `base.`, because a generated subclass is the client itself.
    var namingSelf: String { replacing(#/\bbase\./#, with: "self.") }

    /// Returns the expression with a name in place of `$0`, except in nested closures with their own `$0`.
    func replacingArgument(with name: String) -> String {
        var depth = 0
        let text = TokenList(text: self).replacing { _, token in
            if token.kind == .sign { depth += ["{": 1, "}": -1][token.text] ?? 0 }
            return depth > 0 ? token.text : token.text.replacing("$0", with: name)
        }
        return text ?? self
    }

    /// The text without spaces, parentheses and `any`, for comparing types.
    var typeName: String { replacing("any ", with: "").filter { !" ()".contains($0) } }

    /// Returns the parts between the signs outside all brackets and string literals; in a type, `<` is a bracket too.
    func splitOutsideBrackets(_ sign: String, isType: Bool = false) -> [String] {
        let list = TokenList(text: self)
        var parts: [String] = []
        var depth = 0
        var start = startIndex
        for token in list.tokens where token.kind == .sign {
            depth += token.bracketDepth
            if isType { depth += token.text == "<" ? 1 : token.text == ">" ? -1 : 0 }
            guard depth == 0, token.text == sign else { continue }
            parts.append(list.text(start..<token.range.lowerBound))
            start = token.range.upperBound
        }
        parts.append(list.text(start...))
        return parts.map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The values between the parentheses; `nil` if the text is not one list of values in parentheses.
    var valuesInParentheses: [String]? {
        var reader = TokenReader(list: TokenList(text: self))
        guard !isEmpty, (try? reader.bracketedText()) == self else { return nil }
        return String(dropFirst().dropLast()).splitOutsideBrackets(",")
    }
}

extension StringProtocol {
    /// Returns whether the text matches the pattern, in which `*` stands for any text.
    fileprivate func matches(pattern: String) -> Bool {
        let escaped = NSRegularExpression.escapedPattern(for: pattern)
        let regex = "^\(escaped.replacing("\\*", with: ".*"))$"
        return range(of: regex, options: .regularExpression) != nil
    }

    var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
