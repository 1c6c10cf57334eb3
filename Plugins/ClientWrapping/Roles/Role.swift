/// What a callback means to its request.
enum Role: Equatable {
    case success, failure, completion, finally, progress
    /// Ends the request with the error that the expression finds in the values.
    ///
    /// A rejection is reported with the values of the other expression, if there is one.
    case callback(names: [String], error: String, rejection: String? = nil)
    /// Runs in the group of the caller and does not end the request: the library has no role for its type.
    case captured
    /// Passed to the client as it is.
    case untouched
}

extension Role {
    private static let words: [String: Role] = [
        "success": .success, "failure": .failure, "completion": .completion, "finally": .finally,
        "progress": .progress, "untouched": .untouched,
    ]

    /// The word for the role in a hint; `nil` for a role that needs an expression.
    var word: String? { Self.words.first { $0.value == self }?.key }

    /// A Boolean value that indicates whether `intercept` takes the callback by a role.
    var isOfLibrary: Bool { self != .captured && self != .untouched }

    /// A Boolean value that indicates whether a failed request calls the callback.
    var reportsFailure: Bool {
        switch self {
        case .failure, .completion: true
        case .callback(_, let error, _): error != "nil"
        default: false
        }
    }

    /// Whether a callback has as many parameters as a hint names.
    func fits(_ callback: Callback) -> Bool {
        guard case .callback(let names, _, _) = self, !names.isEmpty else { return true }
        return names.count == callback.arity
    }

    /// Reads what a hint says: a name, or `callback { value, message in … }`.
    init(hint text: String, of hint: String) throws {
        if let role = Self.words[text] {
            self = role
            return
        }
        let body = String(text.dropFirst("callback".count)).trimmed
        guard text.hasPrefix("callback"), body.hasPrefix("{"), body.hasSuffix("}") else {
            throw CommandError(
                "no callback is a \(text), as the hint \(hint) has it",
                cure: """
                    it is \(Self.words.keys.sorted().list()), or callback { value, message in … } with \
                    the error or nil
                    """
            )
        }
        let inside = String(body.dropFirst().dropLast()).trimmed
        let list = TokenList(text: inside)
        guard let word = list.tokens.first(where: { $0.text == "in" && $0.kind == .word }) else {
            self = .callback(names: [], error: inside)
            return
        }
        self = .callback(
            names: list.text(0..<word.range.lowerBound).splitOutsideBrackets(",").map(\.trimmed),
            error: list.text(word.range.upperBound..<inside.count).trimmed
        )
    }
}
