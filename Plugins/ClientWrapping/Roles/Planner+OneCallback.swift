// Finds the most probable role of a callback, or the hints to offer, by its type and name.
extension Planner {
    /// Returns the most probable role, judging by the type and the name of the callback.
    func likelyRole(_ callback: Callback, among all: [Callback]) throws(Unsettled) -> Role {
        let title = callback.title
        let isAlone = all.count == 1
        let errors = errors(of: callback)
        // A step may carry an error of its own, such as that of one of many mails.
        let hasEnd = all.contains { $0.soundsLikeOneAnswer && !$0.soundsLikeProgress }
        let isPart = callback.soundsLikePart && hasEnd && !all.contains(where: \.soundsLikeFailure)
        // A lone callback whose value is `progress`, `success` or `failure` reports the end, too.
        let isStates = isAlone && progressCondition(callback) != nil
        let isStep = callback.soundsLikeProgress && !isStates || isPart
        if isStep, errors.all.isEmpty || hasEnd && !callback.soundsLikeFailure { return .progress }
        let question = callback.soundsLikeFailure ? nil : collectedErrors(callback)
        if errors.certain.isEmpty, let question { throw question }
        if errors.certain.isEmpty, errors.optional.count == 1 {
            // An optional error is ambiguous: the callback may be called after a failure only, or after every request.
            let isEnd = title.contains(#/(?i)complet|finish|done/#)
            if callback.soundsLikeFailure, !isAlone, !isEnd { return .failure }
            let isMany = isAlone && callback.soundsLikeProgress && !callback.soundsLikeOneAnswer
            let name = isMany ? title : callback.valueNames.first(where: \.soundsLikeProgress)
            if let name {
                let reason = "\(title) may be called several times, as the name \(name) says"
                throw Unsettled(reason, ["forward", "\(title): completion"])
            }
            // Beside `completion`, a callback such as `onRenewal` reports progress.
            let hasCompletion = all.contains {
                $0.soundsLikeOneAnswer && !self.errors(of: $0).optional.isEmpty
            }
            if callback.arity > 1, enumeration(callback)?.finding != nil { throw unknown(callback) }
            let isEvent = title.begins(with: "on") && !callback.soundsLikeOneAnswer
            return isEvent && hasCompletion ? .progress : .completion
        }
        let isFailure = callback.soundsLikeFailure && errors.optional.isEmpty
        if isFailure, errors.certain.count == 1 || callback.arity == 0 { return .failure }
        if let role = roleOfErrorOrSuccess(callback) { return role }
        if errors.all.isEmpty {
            // A callback such as `onNext` may get a `Result` for each of many events.
            let isAnswer = getsResult(callback) && !callback.soundsLikeListener
            if callback.soundsLikeSuccess || isAnswer { return .success }
            if callback.arity == 0, callback.soundsLikeEnd {
                // Beside `completion`, a callback such as `deferredCompletion` belongs to a step of the request.
                let hasAnswer = all.contains { $0.soundsLikeSuccess || $0.title == "completion" }
                if title.hasSuffix("Completion"), hasAnswer { throw unknown(callback) }
                return .finally
            }
            if let role = roleOfEnumeration(callback) { return role }
            // With a property `result` of an enumeration, the property `error` may be missing after a failure.
            let isSure = enumeration(callback)?.finding == nil
            if let found = carriedError(callback)?.finding, isSure || found.isStatement {
                return .callback(found)
            }
        }
        if isAnswer(callback, among: all) { return .success }
        // Beside a success callback, the name alone says that the request has failed.
        let isNamed = callback.soundsLikeFailure && !callback.returnsValue
        if isNamed, all.contains(where: \.soundsLikeSuccess) {
            return .callback(callback.closure(Forms.unexplained))
        }
        throw unknown(callback)
    }

    /// Returns whether the callback has to be the answer, because the only other callback reports failures.
    private func isAnswer(_ callback: Callback, among all: [Callback]) -> Bool {
        let others = all.filter { $0.parameter != callback.parameter && !$0.soundsLikeProgress }
        let title = callback.title
        return !callback.returnsValue && others.count == 1 && enumeration(callback)?.finding == nil
            && others[0].soundsLikeFailure && errors(of: others[0]).certain.count == 1
            && (title.contains(#/Complet(e|ed|ion)$/#) || !title.begins(with: "on", "will", "did"))
            && !title.soundsLikeFailedFlag
            && !callback.soundsLikePreparation && !callback.soundsLikePart
            && !Self.listening.contains(member.baseName.camelCaseWords[0])
            && !Self.stemsOfProgress.contains(where: title.lowercased().contains)
    }

    private func unknown(_ callback: Callback) -> Unsettled {
        let title = callback.title
        let type = "\(outside(.function(callback.function)))"
        var (reason, more): (String?, String?) = (nil, nil)
        var roles: [String]
        if callback.soundsLikeFailure, failedFlags(callback).isEmpty {
            reason = "whose name is that of a failure, and which has no certain error"
            roles = [callback.closure(Forms.unexplained).hint]
        } else if callback.arity == 0, !callback.returnsValue {
            reason = "which does not show whether and how it ends the request"
            let work = #/^(job|work|task|execute|operation)$/#
            let first =
                callback.soundsLikeRefusal
                ? ["failure"] : callback.title.contains(work) ? ["untouched"] : []
            let others = ["finally", "success", "untouched", "progress"]
            roles = first + others.filter { !first.contains($0) }
        } else if !getsEvents(callback), let (_, cases, finding) = enumeration(callback),
            finding != nil || callback.isAnswer || !soundsLikeReaction(callback)
        {
            let meaning = callback.arity == 1 ? "the end, or not" : "a failure, or not"
            reason = "and each case may be \(meaning): \(cases.list())"
            roles = finding.map { [$0.hint, "success"] } ?? ["success", "progress"]
            more = progressCondition(callback).map { "progress if \($0)" }
        } else if callback.returnsValue {
            reason = "from which the client gets a value, and nothing says when the request ends"
            roles = ["untouched", "success"]
        } else if callback.soundsLikePart || callback.isForEach {
            reason = "which gets parts of the answer; with success the first part ends the request"
            roles = ["progress", "success"]
        } else if !callback.isAnswer, soundsLikeReaction(callback) {
            reason = "for an event (untouched), or for an answer, called exactly once (success)"
            // The completion of a method such as `handleEvent(_:completion:)` comes once.
            let isHandled = member.baseName.begins(with: "handle") && callback.soundsLikeOneAnswer
            roles = isHandled ? ["success", "untouched"] : ["untouched", "success"]
        } else {
            roles = likelyRoles(callback) + ["progress"]
            more = flaggedProgress(callback)?.role
        }
        // The role would end the request at the first call, so add the condition for progress.
        if let more { roles[0] += "; \(title): \(more)" }
        let hasError = likelyError(callback) != nil || !failedFlags(callback).isEmpty
        var shape = callback.shape(only: httpResponse(of: callback))
        // One hint settles `(User?, String?)` and `(Page?, String?)`.
        let isMissable = roles.contains { $0.contains(#/_ in \w+ != nil \?/#) }
        if isMissable { shape.replace(#/^\([^,()]+\?/#, with: "(*?") }
        let isOwn =
            hasError || callback.arity == 0 || callback.soundsLikePart || shape.contains("->")
            || isMissable && roles[0] == "success"
        let general = "\(shape) = \(roles[0])".replacing("\(title): progress", with: "progress")
        let open = "\(title), which is \(type), shows whether the request has failed"
        let text = reason.map { "\(title) is \(type), \($0)" } ?? "nothing in \(open)"
        return Unsettled(text, roles.map { "\(title): \($0)" }, general: isOwn ? nil : general)
    }

    /// Returns whether the client may call the callback for each of many events, or never.
    ///
    /// Such a callback reacts to something that other code begins, as in `onRevocation` or `completePurchases`, belongs to a
    /// view that the user closes, or to a step of a chain, such as `push.receive("ok") { … }.receive("error") { … }`.
    private func soundsLikeReaction(_ callback: Callback) -> Bool {
        let opens = member.baseName.begins(with: "open", "show", "present", "create", "make")
        let isOfView = opens && member.baseName.hasWord(like: ["view", "screen", "dialog"])
        let opening = #/^(connect|open|start|begin|join|attach|receive)(?![a-z])/#
        let isOutput = declaration.isThrowing && callback.title.hasSuffix("OutputHandler")
        let isOfConnection = member.baseName.contains(opening) && callback.title.begins(with: "on")
        if answersLikeItsOpposite(callback) { return false }
        return Self.listening.contains(member.baseName.camelCaseWords[0])
            || member.baseName.begins(with: "complete", "handle") || callback.soundsLikePreparation
            || (returnsClient || isOfView) && !callback.soundsLikeOneAnswer || getsEvents(callback)
            || isOfConnection && callback.soundsLikeListener || isOutput
            || declaration.fullName.listens
            // The client asks the caller for a value, which the caller passes to a closure.
            || callback.values.map(\.type.isFunction) == [true] && !callback.takesThrowingClosure
    }

    /// Returns the closure that asks a value whether the request failed, as in `reply.isError()` or `answer.success`.
    func verdict(_ callback: Callback) -> Finding? {
        let isVerdict =
            #/^(is|has|was|did)?([sS]uccess(ful)?|[sS]ucceeded|[eE]rrors?|[fF]ail(ed|ure)|ok|OK|Ok)$/#
        for (position, (type, isOptional)) in callback.values.enumerated() {
            let own = index.properties(of: type.precise) + index.methods(of: type.precise)
            let flag = own.filter(\.parameters.isEmpty).first {
                $0.result.isBool && $0.name.contains(isVerdict)
            }
            guard let flag, !flag.isAsync, !flag.isThrowing, !isGiven(type.precise)
            else { continue }
            let name = callback.valueNames[position].escaped
            let isFailure = flag.name.soundsLikeFailedFlag
            let call = flag.kind == .method ? "()" : ""
            let path = "\(name)\(isOptional ? "?" : "").\(flag.name.escapedAfterDot)\(call)"
            let plain = isFailure ? "!\(path)" : path
            let test = isOptional ? "\(path) == \(!isFailure)" : plain
            return callback.closure("\(test) ? nil : \(Forms.unexplained)", name, at: position)
        }
        return nil
    }

    /// Returns the roles to offer, the most probable role first.
    ///
    /// A Boolean value or a missing value may show that the request failed.
    func likelyRoles(_ callback: Callback) -> [String] {
        let values = callback.values
        if let position = httpResponse(of: callback) {
            let isOptional = values[position].isOptional
            let code = isOptional ? "(response?.statusCode ?? 500)" : "response.statusCode"
            let status = "\(code) < 400 ? nil : \(Forms.unexplained)"
            return [callback.closure(status, "response", at: position).hint, "success"]
        }
        let first = callback.valueNames.first?.escaped ?? ""
        if callback.arity == 1, values[0].type == .name("Any") {
            return [callback.closure("\(first) as? any Error", first, at: 0).hint, "success"]
        }
        let error = errors(of: callback).certain.first
        if error == nil, let verdict = verdict(callback) { return [verdict.hint, "success"] }
        let others = values.indices.filter { $0 != error }
        let more = flaggedProgress(callback)?.flag
        let flags = others.filter { values[$0].type.isBool && callback.valueNames[$0] != more }
        let failed = failedFlags(callback, isHint: true)
        let good = flags.filter {
            !failed.contains($0) && callback.valueNames[$0].soundsLikeGoodFlag
        }
        let likely = likelyError(callback)
        // A code such as `errorCode` shows whether the error, which always comes, is a failure.
        let code = likely?.isCertain == false ? likely?.position : nil
        let isCode = code.map { values[$0].type.precise != KnownTypes.text } == true
        let only = flags.first {
            let name = callback.valueNames[$0]
            return (flags.count == 1 || good == [$0]) && !name.soundsLikeOtherFlag
                && (!isCode || name.soundsLikeGoodFlag)
        }
        let flag = failed.first ?? only
        let missable = others.filter { values[$0].isOptional }
        if flag == nil, error == nil, let likely {
            let roles = [likely.finding.hint, "success"]
            let isOther = member.asksForValue || isGiven(values[likely.position].type.precise)
            return isOther ? roles.reversed() : roles
        }
        let isOne = missable.count == 1 || missable.count == others.count
        let named = missable.first {
            !values[$0].type.isBool && callback.valueNames[$0].hasWord(like: ["error", "fail"])
        }
        guard let position = flag ?? code ?? named ?? (isOne ? missable.first : nil) else {
            // A code, or one of several values without names, such as the text "error", may say that the request failed.
            let hasCode = callback.valueNames.contains(where: \.soundsLikeCode)
            let isUnclear = hasCode || callback.function.parameters.first?.name == nil
            let isOpen = values.count > 1 && isUnclear
            let open = "callback { \(callback.valueNames.list()) in <the error, or nil> }"
            return error != nil ? ["completion"] : isOpen ? [open, "success"] : ["success"]
        }
        let name = callback.valueNames[position].escaped
        var names = callback.names(name, at: position)
        if let error { names[error] = "error" }
        let (type, isOptional) = values[position]
        let failure = error == nil ? Forms.unexplained : "error"
        for flag in failed + good { names[flag] = callback.valueNames[flag].escaped }
        let isUnfailed = (good.map { names[$0] } + failed.map { "!\(names[$0])" }).list(" && ")
        let isFailed = failed != [] ? isUnfailed : position == code ? "\(name) == 0" : name
        // A lone text is the reason of a failure if the method asks for no value, as `save(done:)`.
        let isReason =
            callback.arity == 1 && type.precise == KnownTypes.text
            && callback.function.parameters[0].name == nil && callback.title != "result"
            && "save delete remove update set clear evaluate verify".words.contains(words[0])
        let isError = isReason || position == named
        let isTrue = name.soundsLikeFailedFlag ? "!(\(name) ?? false)" : "\(name) == true"
        let isPresent = type.isBool ? isTrue : "\(name) \(isError ? "==" : "!=") nil"
        let isGood = isOptional ? isPresent : isFailed
        let isResult = types.result(of: type) != nil
        let reported = "if let \(name) { \(name).reportedFailure } else { \(failure) }"
        let found = isResult ? reported : "\(isGood) ? nil : \(failure)"
        let failing = Finding(names: names, expression: found).hint
        if error != nil { return [failing, "completion"] }
        // `false` answers a question such as `isReachable`, and `nil` a search in a store, so offer `success` first.
        let isValue = flags.count == callback.arity && member.baseName.begins(with: "get")
        return isValue || member.asksForValue ? ["success", failing] : [failing, "success"]
    }
}
