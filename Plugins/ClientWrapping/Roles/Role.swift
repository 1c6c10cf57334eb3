/// The meaning of a callback for its request.
enum Role: Equatable {
    case success, failure, completion, finally, progress
    /// The callback ends the request; the closure returns the error that the values contain, or `nil`.
    case callback(Finding)
    /// The closure is true for the calls after which the request continues.
    case progressIf(Finding)
    /// The callback runs in the caller's group and does not end the request, because no role fits its type.
    case captured
    /// The callback is passed to the client unchanged.
    case untouched

    static let plain = [Role.completion, .failure, .finally, .progress, .success, .untouched]

    /// The word for the role in a hint; `nil` for the role `callback`, whose hint contains a closure.
    var word: String? { Self.plain.contains(self) ? "\(self)" : nil }

    /// The closure of the role `callback`.
    var finding: Finding? { if case .callback(let finding) = self { finding } else { nil } }

    /// The closure of the role `progressIf`.
    var moreIf: Finding? { if case .progressIf(let finding) = self { finding } else { nil } }

    /// A Boolean value that indicates whether the wrapper passes the callback to `intercept` with a role.
    var isOfLibrary: Bool { self != .captured && self != .untouched }

    /// A Boolean value that indicates whether the client calls the callback after a failure.
    var reportsFailure: Bool {
        self == .failure || self == .completion || finding.map { $0.expression != "nil" } == true
    }

    var isEnding: Bool { isOfLibrary && self != .progress }

    /// Returns whether the closure of the role has one parameter for each parameter of the callback.
    func fits(_ callback: Callback) -> Bool {
        finding.map { $0.names.count == callback.arity } ?? true
    }

    /// Returns whether the wrapper writes a closure for the callback, because no role of the library fits.
    func needsClosure(for callback: Callback) -> Bool {
        finding.map { $0.progressIf != nil || !callback.hasCallbackRole } ?? false
    }

    /// Parses the role in a hint: a word such as `success`, or `callback { value, message in … }`.
    init(hint text: String, of hint: String) throws {
        if let role = Self.plain.first(where: { $0.word == text }) {
            self = role
        } else if let more = try Finding(after: "progress if", in: text, of: hint) {
            self = .progressIf(more)
        } else if let found = try Finding(after: "callback", in: text, of: hint) {
            self = .callback(found)
        } else {
            throw CommandError(
                "the hint \(hint) has the unknown role \(text); use \(Self.plain.list()), or callback { value, message in … } with the error or nil"
            )
        }
    }
}

/// A closure in a hint that returns the error in a callback's values, or whether more calls follow.
struct Finding: Equatable {
    var names: [String]
    var expression: String
    /// The source text of the closure that creates the callback's values for a rejection.
    var rejection: String?
    /// The condition on the values under which the request continues after the call.
    var progressIf: String?

    /// The closure as the role in a hint.
    var hint: String { "callback { \(names.list()) in \(expression) }" }

    /// Whether the expression is an `if` or a `switch`, which cannot be part of a larger expression.
    var isStatement: Bool { expression.hasPrefix("if ") || expression.hasPrefix("switch ") }
}

extension Finding {
    /// Parses the closure after the words in a hint; `nil` if the text does not begin with the words.
    init?(after words: String, in text: String, of hint: String) throws {
        guard text.hasPrefix(words) else { return nil }
        let closure = text.dropFirst(words.count).trimmed
        let list = TokenList(text: String(closure.dropFirst().dropLast()))
        guard closure.hasPrefix("{"), closure.hasSuffix("}"),
            let word = list.tokens.first(where: { $0.text == "in" && $0.kind == .word })
        else { throw CommandError("the hint \(hint) has no closure; write { value in … }") }
        names = list.text(..<word.range.lowerBound).splitOutsideBrackets(",")
        expression = list.text(word.range.upperBound...).trimmed
    }
}
