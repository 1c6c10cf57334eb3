/// Finds roles and hints for a callback with an enumeration, which is its only value or the only one with an error.
extension Planner {
    /// A case with associated values, and expressions for the errors among them, in which `error` is the value.
    private typealias Failure = (
        name: String, values: [TupleElement], errors: [(position: Int, error: String)]
    )

    typealias Pattern = (name: String, pattern: String, error: String)

    static let stemsOfProgress =
        "progress partial next chunk updat started prepar applied loading pending warn retry".words
    private static let stemsOfWarning = ["warn", "retrying"]
    private static let stemsOfEnd = ["succ", "complet", "done", "finish", "stop", "end"]
    private static let stemsOfFailure =
        "fail error timeout timedout cancel denied reject wrong usercancel".words

    /// Returns the cases such as `userCancelled` and `invalidCard` beside `success`.
    private func refusals(_ names: [String]) -> [String] {
        let word = #/^(cancell?ed|denied|declined|expired|invalid|rejected|unauthori[sz]ed)$/#
        return names.contains { $0.begins(like: ["succ", "ok"]) }
            ? names.filter { $0.camelCaseWords.contains { $0.contains(word) } } : []
    }

    /// Returns a closure that recognizes the progress cases; `nil` if no case has a name such as `progress`.
    func progressCondition(_ callback: Callback) -> String? {
        guard callback.arity == 1, !callback.isAnswer else { return nil }
        let (type, isOptional) = callback.values[0]
        let names = cases(of: type).map(\.baseName)
        let ends = names.filter { $0.hasWord(like: Self.stemsOfEnd) }
        let refused = refusals(names)
        // A pending purchase has ended, like a purchase that the user cancels.
        let isPurchase = callback.soundsLikeOneAnswer || names.contains("userCancelled")
        let ended = refused + (isPurchase && refused != [] ? ["pending"] : [])
        let failures = failures(of: type).map(\.name)
        let isOfSteps = type.name?.name.soundsLikeProgress == true && !ends.isEmpty
        var progress = names.filter { name in
            // In `ProgressReply`, `fail(Int)` may be one of many steps, unlike `fail(Error)`.
            if isOfSteps { return !(ends + failures + ended + ["cancelled"]).contains(name) }
            if callback.soundsLikeOneAnswer {
                return name.begins(like: ["progress", "applied"] + Self.stemsOfWarning)
                    || name == "partial" && ["final", "full"].contains(where: names.contains)
            }
            return !ended.contains(name)
                && Self.stemsOfProgress.contains(where: name.lowercased().contains)
        }
        // If a case is named like the end, as in `scanStopped`, all other cases without an error report progress. The
        // case may also have the error, as in `complete(error:)`.
        if !progress.isEmpty || failures == ends, !ends.isEmpty, !callback.soundsLikeOneAnswer {
            let failing = failures + names.filter(\.soundsLikeFailedFlag)
            progress = names.filter { !(ends + failing + ended).contains($0) }
        }
        let patterns = progress.map { ".\($0.escapedAfterDot)\(isOptional ? "?" : "")" }
        if patterns.isEmpty { return nil }
        let name = callback.valueNames[0].escaped
        return "{ \(name) in switch \(name) { case \(patterns.list()): true; default: false } }"
    }

    /// Returns the role of a callback with a flag such as `hasMore`, which is false in the last call, or with an error.
    func flaggedProgress(_ callback: Callback) -> (flag: String, role: String)? {
        let known = zip(callback.function.parameters, callback.values)
            .map { $1.type.isBool && !$1.isOptional ? $0.name : nil }
        let done = known.firstIndex { ["finished", "isFinished", "done", "isDone"].contains($0) }
        let last = done ?? known.firstIndex { ["isFinal", "isLast"].contains($0) }
        let more = known.firstIndex { ["hasMore", "isPartial", "partial"].contains($0) }
        // In `(done: Bool, message: String?, error: Error?)`, the flag may say that the request has succeeded.
        let messages = done == nil ? [] : [KnownTypes.text, KnownTypes.result]
        let hasValue = callback.values.map(\.type).contains {
            !$0.isBool && !isError($0) && !messages.contains($0.precise ?? "")
        }
        guard hasValue, let position = last ?? more else { return nil }
        let flag = callback.valueNames[position].escaped
        var names = callback.names(flag, at: position)
        var condition = last == nil ? flag : "!\(flag)"
        for error in errors(of: callback).optional where callback.values[error].isOptional {
            names[error] = callback.valueNames[error].escaped
            condition += " && \(names[error]) == nil"
        }
        return (flag, "progress if { \(names.list()) in \(condition) }")
    }

    /// Returns the role for an enumeration with a success case and a failure case, such as `Result`.
    func roleOfEnumeration(_ callback: Callback) -> Role? {
        guard callback.hasCallbackRole, let (position, names, finding) = enumeration(callback)
        else { return nil }
        let (type, isOptional) = callback.values[position]
        let failing = names.filter { $0.begins(like: ["fail", "error"]) }
        let others = names.filter { !failing.contains($0) }
        let answers =
            callback.soundsLikeOneAnswer ? "defer result response resource data".words : []
        let likely = ["succ", "ok", "value", "complet", "done", "finish"] + answers
        guard !isOptional, !failing.isEmpty, !others.isEmpty, progressCondition(callback) == nil,
            failurePatterns(of: type).map(\.name).allSatisfy(failing.contains),
            others.allSatisfy({ $0.begins(like: likely) })
        else { return nil }
        return finding.map(Role.callback)
    }

    /// Returns whether the only value is a `Result`, which is not optional.
    func getsResult(_ callback: Callback) -> Bool {
        callback.values.map { $0.isOptional ? nil : $0.type.precise } == [KnownTypes.result]
    }

    /// Returns whether the value is one of many events, as a case such as `onSubmit` or `disconnected` shows.
    func getsEvents(_ callback: Callback) -> Bool {
        callback.values.flatMap { cases(of: $0.type) }
            .contains { $0.baseName.contains(#/^(on[A-Z]|(did)?[dD]isconnect)/#) }
    }

    func cases(of type: TypeSyntax) -> [Symbol] { index.cases(of: type.precise) }

    /// Returns the names of the enumeration's cases, and the closure that extracts the error.
    func enumeration(_ callback: Callback) -> (position: Int, cases: [String], finding: Finding?)? {
        let only = callback.arity == 1 ? callback.values.first : nil
        let inside = only.flatMap { $0.isOptional ? nil : resultEnumeration(of: $0.type) }
        let all = inside.map { [(type: $0.type, isOptional: false)] } ?? callback.values
        let found = all.indices.filter { position in
            let type = all[position].type
            let names = cases(of: type).map(\.baseName)
            // A case may be a failure without an error, such as `canceled` beside `succeeded`.
            let mayFail =
                names.contains { $0.begins(like: Self.stemsOfFailure) }
                && names.contains { $0.begins(like: ["succ", "complet", "done", "finish"]) }
            let isFound = !isError(type) && (mayFail || !failures(of: type).isEmpty)
            return all.count == 1 ? !names.isEmpty : isFound
        }
        guard found.count == 1, let position = found.first else { return nil }
        let (type, isOptional) = all[position]
        // A reply may have a property `error` beside its `result`.
        let own = inside == nil ? nil : carriedError(callback)?.finding
        let name = own?.names[position] ?? callback.valueNames[position].escaped
        let value = name + (inside?.path ?? "")
        let names = cases(of: type).map(\.baseName)
        if isError(type) { return (position, names, callback.closure("error", "error", at: 0)) }
        let mark = isOptional ? "?" : ""
        let patterns = failurePatterns(of: type, mark)
        // Beside the only success, such as `mosq_success`, each other case, such as `needsMemo(String)`, is a failure.
        let good = names.filter { $0.contains(#/(?i)^(succ|ok)|_ok$|^(?!un|no)\w*success$/#) }
        let known =
            good.map { $0.lowercased() } + Self.stemsOfProgress + Self.stemsOfEnd
            + "defer dataunchanged unchanged notmodified cached".words
        // `resourceNotFound` is a failure, unlike `resource(Data)` and `checkSkipped`.
        let fine = #/(?i)^(fromCache|data|value|result|response|resource)\w*\(|(warning|skipped)\b/#
        let bad = cases(of: type).filter { !$0.name.begins(like: known) && !$0.name.contains(fine) }
        let isState = good.count != 1 || progressCondition(callback) != nil
        let refused = refusals(names) + (isState ? [] : bad.map(\.baseName))
        let failing = names.filter { $0.begins(like: Self.stemsOfFailure) || refused.contains($0) }
        if patterns.isEmpty, failing.isEmpty { return (position, names, nil) }
        // A case such as `cancelled` is a failure beside a case with an error, too.
        let others =
            failing.map(\.escapedAfterDot).filter { !patterns.map(\.name).contains($0) }
            .map { ".\($0)\(mark)" } + (isOptional ? ["nil"] : [])
        var choices = patterns.map { "\($0.pattern): \($0.error)" }
        // With an error beside the value, the error comes first.
        var finding = own ?? ending(callback)
        let rest = finding.expression
        let unexplained =
            rest == "nil" ? Forms.unexplained : "\(rest) ?? \(Forms.unexplained) as any Error"
        if !others.isEmpty { choices.append("case \(others.list()): \(unexplained)") }
        finding.names[position] = name
        finding.expression =
            patterns.count == 1 && others.isEmpty
            ? "if \(patterns[0].pattern) = \(value) { \(patterns[0].error) } else { \(rest) }"
            : "switch \(value) { \(choices.list("; ")); default: \(rest) }"
        return (position, names, finding)
    }

    /// Returns the enumeration in a property `result` or `outcome`, which says without an error how the request ended.
    private func resultEnumeration(of type: TypeSyntax) -> (type: TypeSyntax, path: String)? {
        let answer = index.properties(of: type.precise).first {
            ["result", "outcome"].contains($0.name)
        }
        guard let answer, case (let result, false) = types.value(answer.result) else { return nil }
        let isKnown = !cases(of: result).isEmpty && failures(of: result).isEmpty
        return isKnown ? (result, ".\(answer.name)") : nil
    }

    /// Returns a pattern for each case with an associated error, and an expression for this error.
    func failurePatterns(of type: TypeSyntax, _ mark: String = "") -> [Pattern] {
        failures(of: type).filter { $0.errors.count == 1 }.map { name, values, errors in
            let places = values.indices.map { $0 == errors[0].position ? "let error" : "_" }.list()
            return (name, "case .\(name)(\(places))\(mark)", errors[0].error)
        }
    }

    /// Returns an expression for the only case with an associated error; otherwise `nil`.
    ///
    /// The error is `$0`, or, if it is of another type, a placeholder where `isOpen` is true.
    func failureExpression(of type: TypeSyntax, isOpen: Bool = false) -> String? {
        let failures = failures(of: type)
        guard failures.count == 1, let (name, values, _) = failures.first else { return nil }
        let texts = values.compactMap { value -> String? in
            let (type, isOptional) = types.value(types.specialized(value.type, of: type))
            let isAny = types.core(type.inner ?? type).precise == KnownTypes.anyError
            let error = isAny ? "$0" : isOpen && isError(type) ? "<the \(outside(type))>" : nil
            let text =
                error.map { type.inner == nil ? $0 : "[\($0)]" } ?? (isOptional ? "nil" : nil)
            return text.map { (value.name == nil ? "" : "\(value.label ?? ""): ") + $0 }
        }
        let text = ".\(name)(\(texts.list()))"
        return texts.count == values.count && text.contains(#/\$0|<the /#) ? text : nil
    }

    /// Returns the cases with an associated error.
    private func failures(of type: TypeSyntax) -> [Failure] {
        cases(of: type).compactMap { symbol in
            let (name, values) = (symbol.baseName, values(of: symbol))
            // A warning is not a failure, as in `success(User, warning: Error?)` and `retrying(Error)`.
            if name.begins(like: ["succ", "ok"]) || name.hasWord(like: Self.stemsOfWarning) {
                return nil
            }
            let errors = values.enumerated().compactMap { position, value -> (Int, String)? in
                let (type, isOptional) = types.value(types.specialized(value.type, of: type))
                let found = error(in: type, isOptional ? "error?" : "error")
                let isEnd = name.begins(like: Self.stemsOfEnd) && !name.soundsLikeFailedFlag
                let missing = isOptional && !isEnd ? " ?? \(Forms.unexplained) as any Error" : ""
                return found.map { (position, $0.contains(" ?? ") ? $0 : $0 + missing) }
            }
            let found = errors.map { (position: $0, error: $1) }
            return found.isEmpty ? nil : (symbol.baseName.escapedAfterDot, values, found)
        }
    }

    /// Returns an expression for the error in an associated value: the value, or its first element.
    private func error(in type: TypeSyntax, _ value: String) -> String? {
        if isError(type) { return "error" }
        guard let (element, path) = type.elements, isError(element) else { return nil }
        return "\(value).\(path) ?? \(Forms.unexplained)"
    }

    func values(of symbol: Symbol) -> [TupleElement] {
        var reader = TokenReader(list: symbol.tokens)
        reader.text(upTo: ["("])
        return (try? reader.tupleElements()) ?? []
    }

    /// Returns the condition that the value is the case, or the static property, of this type.
    func comparison(_ value: String, _ choice: Symbol, of type: TypeSyntax) -> String {
        let name = choice.baseName.escapedAfterDot
        let (core, isOptional) = types.value(type)
        let kinds = index.ancestry(of: core.precise)
        if kinds.contains(KnownTypes.optionSet) {
            let path = isOptional ? "\(value)?" : value
            return "\(path).contains(.\(name))\(path.contains("?") ? " == true" : "")"
        }
        let isEquatable = kinds.contains(KnownTypes.equatable)
        if isEquatable, choice.name == choice.baseName { return "\(value) == .\(name)" }
        let isCase = choice.kind.identifier == "swift.enum.case"
        return isCase ? "case .\(name) = \(value)" : "<the condition for \(name)>"
    }
}
