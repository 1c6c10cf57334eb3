/// What a callback is for.
enum Role: Equatable {
    case success, failure, completion, finished, repeating
    /// Ends the request, with what the expression finds in its parameters.
    case ending(names: [String], error: String)
    /// Handed to the client as it is.
    case untouched
}

extension Role {
    /// What a hint calls the role; `nil` for one that a hint has to explain.
    var word: String? {
        if case .ending = self { nil } else { "\(self)" }
    }

    /// Whether a callback has as many parameters as a hint names.
    func fits(_ callback: Callback) -> Bool {
        guard case .ending(let names, _) = self, !names.isEmpty else { return true }
        return names.count == callback.arity
    }

    /// Reads what a hint says: a name, or `callback { value, message in … }`.
    init(hint text: String, of hint: String) throws {
        switch text {
        case "success": self = .success
        case "failure": self = .failure
        case "completion": self = .completion
        case "finished": self = .finished
        case "repeating": self = .repeating
        case "untouched": self = .untouched
        default: self = try Self.ending(text, of: hint)
        }
    }

    private static func ending(_ text: String, of hint: String) throws -> Role {
        let body = String(text.dropFirst("callback".count)).trimmed
        guard text.hasPrefix("callback"), body.hasPrefix("{"), body.hasSuffix("}") else {
            throw CommandError(
                "no callback is a \(text), as the hint \(hint) has it",
                cure: """
                    it is success, failure, completion, finished, repeating, untouched, or \
                    callback { value, message in … } with the error or nil
                    """
            )
        }
        let inside = String(body.dropFirst().dropLast()).trimmed
        let list = TokenList(text: inside)
        guard let word = list.tokens.first(where: { $0.text == "in" && $0.kind == .word }) else {
            return .ending(names: [], error: inside)
        }
        let names = list.text(0..<word.range.lowerBound).splitOutsideBrackets(",").map(\.trimmed)
        let error = list.text(word.range.upperBound..<inside.count).trimmed
        return .ending(names: names, error: error)
    }
}
