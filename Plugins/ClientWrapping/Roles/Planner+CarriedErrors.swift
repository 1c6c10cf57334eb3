/// Finds an error inside a callback's value, such as the property `error` of a response.
extension Planner {
    /// A value with an error, and the closure that returns the error.
    struct Carried {
        let position: Int
        let finding: Finding
        /// The type of the error unless it conforms to `Error`.
        var other: TypeSyntax?
        /// Whether the value is an error in each call after a failure, and in no other call.
        var isCertain = true
        /// Whether a missing value is a failure, too.
        var isMissable = false
    }

    /// Returns the error that the only value with an error contains.
    func carriedError(_ callback: Callback) -> Carried? {
        likelyError(callback).flatMap { $0.isCertain ? $0 : nil }
    }

    /// Returns the error that the only value with an error contains, or probably contains, as a code such as `errorCode`.
    func likelyError(_ callback: Callback) -> Carried? {
        guard !callback.returnsValue, !callback.isOnMain, !callback.soundsLikeSuccess
        else { return nil }
        let found = callback.function.parameters.indices.compactMap { carriedError(callback, $0) }
        // A text beside a code such as `errorCode` is its description.
        let codes = found.filter { callback.values[$0.position].type.precise != KnownTypes.text }
        if found.count > 1, codes.count == 1 { return codes[0] }
        return found.count == 1 || callback.soundsLikeFailure ? found.first : nil
    }

    /// Returns the role for an error that always comes, if a value of its type such as `success` is none.
    func roleOfErrorOrSuccess(_ callback: Callback) -> Role? {
        let errors = errors(of: callback)
        guard errors.all.count == 1, let position = errors.certain.first, !callback.returnsValue,
            let precise = callback.values[position].type.precise,
            index.ancestry(of: precise).contains(KnownTypes.equatable),
            let success = index.choices(of: precise).map(\.name)
                .first(where: ["noError", "none", "ok", "success"].contains)
        else { return nil }
        let name = callback.valueName("error")
        let expression = "\(name) == .\(success) ? nil : \(name)"
        return .callback(callback.closure(expression, name, at: position))
    }

    func errors(of callback: Callback) -> Errors {
        let values = callback.values
        let isError = values.map { self.isError($0.type) }
        let certain = values.indices.filter { isError[$0] && !values[$0].isOptional }
        // The meaning of `nil` in an optional `Result` is unknown, so do not count an optional `Result`.
        let optional = values.indices.filter {
            values[$0].isOptional ? isError[$0] : types.result(of: values[$0].type) != nil
        }
        return Errors(certain: certain, optional: optional)
    }

    /// Returns the positions of the Boolean values that are true after a failure, as a name says.
    ///
    /// In `cancelOrder(didCancel:)`, a cancelled order is the success.
    ///
    /// If `isHint` is true, the names of the flags may be less certain, because the user checks the hint.
    func failedFlags(_ callback: Callback, isHint: Bool = false) -> [Int] {
        let flag =
            #/^(?!(on|no|can|should)[A-Z])(?!.*([nN]o|[nN]ot|[wW]ithout)[A-Z]).*([fF]ail(ed|ure)|[dD]idFail|[eE]rror|[tT]imedOut|(did|user)Cancel|[aA]ccessDenied)$|^(is|was|did|has|user)?([cC]ancell?ed|[dD]enied)$/#
        let likely =
            #/^(is|was|did|has|with|user)?([eE]rror(s|Occurred)|[fF]ailures|[rR]ejected|[eE]xpired|[iI]nvalid|[uU]nsuccessful|[aA]borted|([wW]as)?[iI]nterrupted|[nN]ot(Found|Allowed)|[cC]ancelledByUser)$/#
        let ending = ["cancel", "deny", "abort", "stop", "end", "refund", "revoke", "unsubscribe"]
        let isEnding = member.baseName.hasWord(like: ending)
        func isFailed(_ name: String) -> Bool {
            if isEnding, name.hasWord(like: ["cancel", "denied"]) { return false }
            return name.contains(flag) || isHint && name.contains(likely)
        }
        let values = callback.values
        let title = callback.arity == 1 ? [callback.title] : []
        return values.indices.filter { position in
            values[position].type.isBool && !values[position].isOptional
                && ([callback.valueNames[position]] + title).contains(where: isFailed)
        }
    }

    /// Returns whether a value may be a failure, unlike a flag or a missing value.
    func mayHaveError(_ callback: Callback) -> Bool {
        !errors(of: callback).all.isEmpty || collectedErrors(callback) != nil
            || verdict(callback) != nil || !failedFlags(callback).isEmpty
            || httpResponse(of: callback) != nil || enumeration(callback)?.finding != nil
    }

    /// Returns the question about several errors, an array or a dictionary of errors, of which each may be a failure.
    func collectedErrors(_ callback: Callback) -> Unsettled? {
        func question(_ errors: String, _ found: Finding) -> Unsettled {
            let open = "and whether one of them fails the request is not certain"
            let hint = "\(callback.title): \(found.hint)"
            return Unsettled("\(callback.title) has \(errors), \(open)", [hint])
        }
        let optional = errors(of: callback).optional
        let single = optional.isEmpty ? carriedError(callback)?.finding : ending(callback)
        for (position, value) in callback.values.enumerated() {
            // A value such as a report of several downloads may have a property `errors`.
            let list = index.properties(of: value.type.precise).first { $0.name == "errors" }
            let inside = single == nil ? list.map { types.value($0.result) } : nil
            guard var (element, path) = (inside?.type ?? value.type).elements else { continue }
            if let inside { path = "errors\(inside.isOptional ? "?" : "").\(path)" }
            // Each element may be a pair, such as a mail and its error.
            if case .tuple(let parts) = element,
                let part = parts.firstIndex(where: { isError($0.type) })
            {
                (element, path) = (parts[part].type, "\(path)?.\(parts[part].label ?? "\(part)")")
            }
            // Each element may have an error of its own, such as one of several responses.
            let isNamed = isError(element) || element.isNamedError
            let owns = index.properties(of: element.precise)
                .contains { $0.name == "error" && isError(types.core($0.result)) }
            let isList = callback.soundsLikeSuccess || callback.isAnswer
            let inCase = (isList ? nil : failurePatterns(of: element).first).map {
                " { value -> (any Error)? in if \($0.pattern) = value { \($0.error) } else { nil } }"
            }
            let inResult = types.result(of: element).map { _ in "(\\.reportedFailure)" }
            let own = owns ? "(\\.error)" : inResult ?? inCase
            guard isNamed || own != nil && callback.arity == 1 else { continue }
            if !isNamed { path = path.replacing("first", with: "compactMap\(own ?? "").first") }
            var names = single?.names ?? callback.names()
            names[position] = callback.valueName(inside == nil ? "errors" : "result")
            let access = "\(names[position])\(value.isOptional ? "?" : "").\(path)"
            let isPlain = isError(element) || !isNamed
            let first = isPlain ? access : "\(access).map { _ in \(Forms.unexplained) }"
            var found = [single?.expression, first].compactMap(\.self).list(" ?? ")
            // A flag such as `success` shows a failure without an error.
            let flags = callback.values.indices.filter {
                callback.values[$0].type.isBool && !callback.values[$0].isOptional
            }
            if single == nil, flags.count == 1 {
                names[flags[0]] = callback.valueNames[flags[0]].escaped
                let sign = failedFlags(callback, isHint: true) == flags ? "" : "!"
                found += " ?? (\(sign)\(names[flags[0]]) ? \(Forms.unexplained) as any Error : nil)"
            }
            return question("a collection of errors", Finding(names: names, expression: found))
        }
        return optional.count > 1 ? question("several errors", ending(callback)) : nil
    }

    private func carriedError(_ callback: Callback, _ position: Int) -> Carried? {
        let (type, isOptional) = callback.values[position]
        guard let precise = type.precise,
            index[precise].map({ !$0.isAssociatedType }) ?? (KnownTypes.plainValues[precise] != nil)
        else { return nil }
        // Use a property such as `error`, or a property of type `Result` if the value has only one such property.
        let properties = index.properties(of: precise)
        let errors = properties.filter { property in
            ["error", "failure"].contains(property.name) && types.value(property.result).isOptional
        }
        // A class such as `SearchResponse` inherits `error: E?`, and no symbol graph says what `E` is.
        let generics = index.inheritance(of: precise).dropFirst()
            .flatMap { index[$0]?.genericNames ?? [] }
        let isKnown = {
            isError(types.core(types.specialized(($0 as Declaration).result, of: type)))
        }
        let inherited = errors.first { generics.contains("\(types.core($0.result))") }
        let error = errors.first(where: isKnown) ?? inherited
        let results = properties.filter { property in
            types.result(of: property.result) != nil
                || failurePatterns(of: types.core(property.result)).count == 1
        }
        // Outside its type, a generic parameter such as `Failure` has no name.
        let other = errors.first { types.core($0.result).precise?.hasSuffix("mfp") == false }
        func carried(_ name: String, _ expression: String, _ other: TypeSyntax? = nil) -> Carried {
            let finding = callback.closure(expression, name, at: position)
            return Carried(position: position, finding: finding, other: other)
        }
        // The cases with errors of an enumeration say more than its properties.
        if isOptional || failurePatterns(of: type).isEmpty,
            let property = error ?? (results.count == 1 ? results[0] : other)
        {
            // A flag such as `isSuccess` shows a failure without an error.
            let verdict = verdict(callback).flatMap { $0.names[position] == "_" ? nil : $0 }
            let name = verdict?.names[position] ?? callback.valueName("result")
            let isCast = error.map(isKnown) == false
            let cast = isCast ? ".map { $0 as Any as? any Error ?? \(Forms.unexplained) }" : ""
            let path = "\(name).\(property.name)\(cast)"
            let (type, isMissable) = types.value(property.result)
            let isKnown = error != nil || types.result(of: type) != nil
            let own = isKnown ? nil : failurePatterns(of: type, isMissable ? "?" : "").first
            let isOther = !isKnown && own == nil
            var value =
                own.map { "if \($0.pattern) = \(path) { \($0.error) } else { nil }" }
                ?? (isOther ? "\(path).map { \(carrier(of: type))(value: $0) }" : path)
                + (error != nil || !isKnown ? "" : ".reportedFailure")
            if own == nil, let test = verdict?.expression {
                let flag = test.replacing("\(name)?", with: name).prefix { $0 != "?" }.trimmed
                let missing = "\(value) ?? \(Forms.unexplained) as any Error"
                value = "if \(flag) { \(value) } else { \(missing) }"
            }
            // A missing value is a failure without an error.
            let unwrapped = "if let \(name) { \(value) } else { \(Forms.unexplained) }"
            var found = carried(name, isOptional ? unwrapped : value, isOther ? type : nil)
            found.isMissable = isOptional
            found.isCertain = !(isOptional && member.asksForValue) && !isGiven(precise)
            return found
        }
        let words = (callback.function.parameters[position].name ?? "").camelCaseWords
        let plain = KnownTypes.plainValues[precise]
        let isOnlyValue = precise == KnownTypes.text || plain != nil && callback.arity == 1
        let isFailure =
            words.contains { ["error", "failure"].contains($0) } || type.isNamedError
            || type.name?.name.hasSuffix("Errors") == true
        let isCode = plain != nil && precise != KnownTypes.text
        let isCertain = callback.soundsLikeFailure || isOptional && !isCode
        guard isOnlyValue && callback.soundsLikeFailure || isFailure, isCertain || plain != nil
        else { return nil }
        let name = callback.valueName("error")
        let value = "\(carrier(of: type))(value: \(name))"
        let mapped = "\(name).map { \(carrier(of: type))(value: $0) }"
        let otherwise = callback.soundsLikeFailure ? " ?? \(Forms.unexplained) as any Error" : ""
        let certain = isOptional ? mapped + otherwise : value
        let isEmpty = isCertain || isOptional ? nil : plain.map { "\(name) == \($0) ? nil : " }
        var carried = carried(name, (isEmpty ?? "") + certain, type)
        carried.isCertain = isCertain
        return carried
    }

    /// Returns whether a caller passes such an object, whose error is then perhaps not that of the request.
    ///
    /// The error of an object that the method performs, as in `execute(_ job:)`, is that of the request.
    func isGiven(_ precise: String?) -> Bool {
        let forms = client.members.filter { $0.baseName == member.baseName }
        return !member.baseName.begins(with: "run", "execute", "perform", "submit", "send")
            && KnownTypes.isClass(precise ?? "")
            && forms.compactMap(\.declaration).flatMap(\.parameters)
                .contains { types.core($0.type).precise == precise }
    }

    /// Returns the name of the generated error type for client failures of this type.
    private func carrier(of type: TypeSyntax) -> String {
        let name = outside(type.unprefixed.type)
        return types.client.title + "\(name)".filter { $0.isLetter || $0.isNumber }
    }

    /// Returns the generated error type for a value that is not an `Error`; `nil` if the role needs no such type.
    func carrierDeclaration(_ callback: Callback, _ role: Role) -> (name: String, type: String)? {
        guard let error = role.finding, let type = likelyError(callback)?.other else { return nil }
        let name = carrier(of: type)
        return error.expression.contains("\(name)(value:") ? (name, "\(outside(type))") : nil
    }
}
