/// Finds the role of each callback of a method by the types and names of the callbacks.
struct RoleFinder {
    let types: ClientTypes
    let member: Member

    func outside(_ type: TypeSyntax) -> TypeSyntax { types.outside(type, of: member) }

    /// Returns whether the type is certainly an error.
    func isError(_ type: TypeSyntax) -> Bool {
        var type = types.meaning(of: type)
        if case .prefixed("any", let inner) = type { type = inner }
        if case .composition(let parts) = type { return parts.contains(where: isError) }
        // An associated type may be declared as `associatedtype Failure: Error`.
        let symbol = types.index[type.precise].flatMap { $0.isAssociatedType ? $0 : nil }
        let named = [type.precise] + (symbol?.tokens.tokens.map(\.precise) ?? [])
        if named.contains(where: types.index.isError) { return true }
        // A generic parameter may be constrained to `Error`, or to a protocol of errors.
        return member.symbol.constraints.contains { constraint in
            constraint.lhs == "\(type)" && constraint.rhsPrecise.map(types.index.isError) == true
        }
    }

    /// The positions of the parameters that are errors.
    struct Errors {
        let certain: [Int]
        let optional: [Int]

        var all: [Int] { certain + optional }
    }

    /// Returns the role of each callback, in order; `hinted` contains the roles of hints.
    func roles(of callbacks: [Callback], hinted: [Role?]) throws(Unsettled) -> [Role] {
        var roles = hinted
        for (position, role) in hinted.enumerated() {
            if let role { roles[position] = try fitting(role, callbacks[position]) }
        }
        // Trust the roles of hints, and find roles only for the other callbacks.
        let open = callbacks.indices.filter { hinted[$0] == nil }
        if open.isEmpty { return roles.compactMap(\.self) }
        try checkForDisconnection(open.map { callbacks[$0] })
        var unknown: [(reason: Unsettled, isEnd: Bool)] = []
        for position in open {
            let callback = callbacks[position]
            do throws(Unsettled) {
                roles[position] = callbacks.count > 1 ? try roleOfQuestion(callback) : nil
                if roles[position] != nil { continue }
                try check(callback)
                roles[position] = try likelyRole(callback, among: callbacks)
            } catch { unknown.append((error, callback.soundsLikeAnotherEnd)) }
        }
        let reports = zip(callbacks, roles).compactMap(report)
        let answer = zip(callbacks, roles)
            .first { $1 == .captured && $0.arity > 1 && !errors(of: $0).all.isEmpty }?.0
        if let answer, reports.isEmpty {
            let reason = "reports the error, and returns a value, so no role fits"
            throw .skip("\(answer.title) \(reason) \(answer.title)")
        }
        if let (reason, isEnd) = unknown.first {
            let isEnded =
                reports.contains(.completion) || reports.contains(.finally)
                || reports.contains(.success) && reports.contains(.failure)
            if !isEnded, unknown.count > 1, !unknown.contains(where: \.reason.isLeftToUser) {
                throw Unsettled(unknown.map(\.reason.reason).list("; "), ["forward"])
            }
            // If other callbacks end the request, the unknown callback probably reports progress, so offer that first;
            // but `needsCode` is another end, and then each end needs its role.
            throw isEnded && !isEnd ? reason.preferring(": progress") : reason
        }
        try check(reports, of: open.map { callbacks[$0] })
        for position in open {
            if let role = roles[position] {
                roles[position] = try fitting(role, callbacks[position])
            }
        }
        return roles.compactMap(\.self)
    }

    /// What the callback reports: the answer (`success`), a failure, either of them (`completion`), or the end only
    /// (`finally`).
    private func report(_ callback: Callback, _ role: Role?) -> Role? {
        switch role {
        case .callback where callback.soundsLikeFailure: .failure
        case .callback where callback.soundsLikeSuccess: .success
        case .callback: .completion
        case .progress, .captured, .untouched: nil
        default: role
        }
    }

    /// Throws if the reports contradict each other, for example if there are two success callbacks.
    private func check(_ reports: [Role], of callbacks: [Callback]) throws(Unsettled) {
        let titles = callbacks.map(\.parameter.title)
        let (first, names) = (titles.first ?? "", titles.list(" and "))
        func count(_ report: Role) -> Int { reports.count { $0 == report } }
        switch (count(.completion), count(.success), count(.failure), count(.finally)) {
        case (1, 0, 0, 0...1), (0, 1, 1, 0...1), (0, 0, 0, 1): return
        case (0, 0, 0, 0):
            let reason =
                "\(names) may come any number of times, and nothing ends it; "
                + "with untouched or forward its group does not wait"
            let hints = [titles.map { "\($0): untouched" }.list("; "), "\(first): success"]
            // A closure such as `updates` is probably the work of the request.
            let isWork = titles.count == 1 && first.hasPrefix("updat")
            throw Unsettled(reason, isWork ? hints.reversed() : hints)
        case (0, 1, 0, _), (0, 0, 1, _):
            let isFailure = reports.contains(.failure)
            // The client may call a callback such as `done` after a failure, too; the request has ended by then.
            let end = callbacks.first {
                isFailure ? $0.arity == 0 && $0.soundsLikeEnd : $0.soundsLikeSuccess
            }
            // A hint may say that another callback is the only answer.
            if end == nil, !isFailure { return }
            throw Unsettled(
                "no callback reports a \(isFailure ? "success" : "failure") for sure",
                [end.map { "\($0.title): success" } ?? "forward"]
            )
        default:
            let hasEnd = callbacks.contains(where: \.soundsLikeOneAnswer)
            let hints = callbacks.map { "\($0.title): \(likelyEnd($0, isOther: hasEnd))" }
            let reason =
                titles.count == 1
                ? "\(first) may end it, too"
                : "\(names) may each end it, and it is not certain which do"
            throw Unsettled(reason, [hints.list("; ")])
        }
    }

    private func likelyEnd(_ callback: Callback, isOther: Bool) -> Role {
        if callback.soundsLikeRefusal { return .failure }
        if callback.arity == 0, callback.soundsLikeEnd { return .finally }
        if isOther && !callback.soundsLikeOneAnswer || callback.soundsLikePart { return .progress }
        if callback.soundsLikeSuccess { return .success }
        return callback.soundsLikeFailure ? .failure : .completion
    }

    // MARK: - One callback

    /// Returns the most probable role, judging by the type and the name of the callback.
    func likelyRole(_ callback: Callback, among all: [Callback]) throws(Unsettled) -> Role {
        let title = callback.title
        let isAlone = all.count == 1
        let errors = errors(of: callback)
        // A step may carry an error of its own, such as that of one of many mails.
        let hasEnd = all.contains { $0.soundsLikeOneAnswer && !$0.soundsLikeProgress }
        let isPart = callback.soundsLikePart && hasEnd && !all.contains(where: \.soundsLikeFailure)
        if callback.soundsLikeProgress || isPart,
            errors.all.isEmpty || hasEnd && !callback.soundsLikeFailure
        {
            return .progress
        }
        if errors.certain.isEmpty, !callback.soundsLikeFailure,
            let question = collectedErrors(callback)
        {
            throw question
        }
        if errors.certain.isEmpty, errors.optional.count == 1 {
            // An optional error is ambiguous: the callback may be called after a failure only, or after every request.
            if callback.soundsLikeFailure, !isAlone {
                // If the client always calls the failure callback, this callback ends the request. The success callback
                // then only reports progress.
                let successes = all.filter(\.soundsLikeSuccess)
                    .map { "\($0.title): progress" }
                throw Unsettled(
                    "\(title) sounds like failure, and its error may be nil",
                    ["\(title): failure", (successes + ["\(title): completion"]).list("; ")]
                )
            }
            // Beside `completion`, a callback such as `onRenewal` reports progress.
            let hasCompletion = all.contains {
                $0.soundsLikeOneAnswer && !self.errors(of: $0).optional.isEmpty
            }
            let isEvent = title.begins(with: "on") && !callback.soundsLikeOneAnswer
            return isEvent && hasCompletion ? .progress : .completion
        }
        if errors.certain.count == 1 || callback.arity == 0, errors.optional.isEmpty,
            callback.soundsLikeFailure
        {
            return .failure
        }
        if let role = roleOfErrorOrSuccess(callback) { return role }
        if errors.all.isEmpty {
            if callback.soundsLikeSuccess { return .success }
            if callback.arity == 0, callback.soundsLikeEnd { return .finally }
            if let role = roleOfEnumeration(callback) { return role }
            if let carried = carriedError(callback) { return .callback(carried.finding) }
        }
        if isAnswer(callback, among: all) { return .success }
        // Beside a success callback, the name alone says that the request has failed.
        if callback.soundsLikeFailure, !callback.returnsValue,
            all.contains(where: \.soundsLikeSuccess)
        {
            return .callback(callback.closure(Forms.unexplained))
        }
        throw unknown(callback)
    }

    /// Returns whether the callback has to be the answer, because the only other callback reports failures.
    private func isAnswer(_ callback: Callback, among all: [Callback]) -> Bool {
        let others = all.filter { $0 != callback && !$0.soundsLikeProgress }
        let title = callback.title
        return !callback.returnsValue && others.count == 1
            && others[0].soundsLikeFailure && errors(of: others[0]).certain.count == 1
            && !title.begins(with: "on", "will", "did") && !title.soundsLikeFailedFlag
            && !callback.soundsLikePreparation && !callback.soundsLikePart
            && !Planner.listening.contains(member.baseName.camelCaseWords[0])
            && !Self.stemsOfProgress.contains(where: title.lowercased().contains)
    }

    private func unknown(_ callback: Callback) -> Unsettled {
        let title = callback.title
        let type = "\(outside(.function(callback.function)))"
        var reason: String
        var roles: [String]
        if callback.soundsLikeFailure {
            reason = "\(title) sounds like failure, and nothing in \(type) is an error for sure"
            roles = [callback.closure(Forms.unexplained).hint]
        } else if callback.arity == 0 {
            reason = "\(title) is \(type), which says neither that it ends the request nor how"
            let refusal = callback.soundsLikeRefusal ? ["failure"] : []
            roles = refusal + ["finally", "success", "untouched", "progress"]
        } else if !getsEvents(callback), let (_, cases, finding) = enumeration(callback) {
            reason = "\(title) is \(type), and each case may be the end, or not: \(cases.list())"
            roles = finding.map { [$0.hint, "success"] } ?? ["success", "progress"]
            // Some cases may report progress. The role would end the request at the first call, so add a condition to
            // the hint.
            if !callback.isAnswer, let progress = progressCondition(callback) {
                roles[0] += "; \(title): progress if \(progress)"
            }
        } else if callback.returnsValue {
            reason =
                "\(title) is \(type), from which the client gets a value, and nothing says when the request ends"
            roles = ["untouched", "success"]
        } else if callback.soundsLikePart {
            reason =
                "\(title) is \(type), and by its name gets a part of the answer; with success the first "
                + "part ends the request"
            roles = ["progress", "success"]
        } else if !callback.isAnswer, soundsLikeReaction(callback) {
            reason =
                "\(title) is \(type), and the client may call it once, or whenever something happens: "
                + "forward is for a listener, success for a callback that always comes once"
            roles = ["untouched", "success"]
        } else {
            reason =
                "nothing in \(title), which is \(type), says for sure whether the request has failed"
            roles = likelyRoles(callback) + ["progress"]
        }
        let general = "\(callback.shape(only: httpResponse(of: callback))) = \(roles[0])"
        return Unsettled(
            reason,
            roles.map { "\(title): \($0)" },
            general: callback.arity == 0 || callback.soundsLikePart || likelyError(callback) != nil
                ? nil : general.replacing("\(title): progress", with: "progress")
        )
    }

    /// Returns whether the client may call the callback for each of many events, or never.
    ///
    /// Such a callback reacts to something that other code begins, as in `onRevocation` or `completePurchases`, belongs to a
    /// view that the user closes, or to a step of a chain, such as `push.receive("ok") { … }.receive("error") { … }`.
    private func soundsLikeReaction(_ callback: Callback) -> Bool {
        let isStep = member.declaration.map { types.isClient(types.core($0.result)) } == true
        let isOfView =
            member.baseName.begins(with: "open", "show", "present", "create", "make")
            && member.baseName.hasWord(like: ["view", "screen", "dialog"])
        return Planner.listening.contains(member.baseName.camelCaseWords[0])
            || member.baseName.begins(with: "complete", "handle") || callback.soundsLikePreparation
            || (isStep || isOfView) && !callback.soundsLikeOneAnswer || getsEvents(callback)
    }

    /// Returns the roles to offer, the most probable role first.
    ///
    /// A Boolean value or a missing value may show that the request failed.
    private func likelyRoles(_ callback: Callback) -> [String] {
        let values = types.values(of: callback)
        if let position = httpResponse(of: callback) {
            let code =
                values[position].isOptional
                ? "(response?.statusCode ?? 500)" : "response.statusCode"
            let status = "\(code) < 400 ? nil : \(Forms.unexplained)"
            return [callback.closure(status, "response", at: position).hint, "success"]
        }
        if callback.arity == 1, values[0].type == .name("Any") {
            let name = callback.valueNames[0].escaped
            return [callback.closure("\(name) as? any Error", name, at: 0).hint, "success"]
        }
        let error = errors(of: callback).certain.first
        let others = values.indices.filter { $0 != error }
        let flags = others.filter { values[$0].type.isBool }
        let missable = others.allSatisfy { values[$0].isOptional } ? others.first : nil
        let likely = likelyError(callback)
        if flags.count != 1, let likely { return [likely.finding.hint, "success"] }
        guard let position = flags.count == 1 ? flags[0] : missable
        else { return [error == nil ? "success" : "completion"] }
        let name = callback.valueNames[position].escaped
        var names = callback.names(name, at: position)
        if let error { names[error] = "error" }
        let (type, isOptional) = values[position]
        if let likely, error == nil {
            names[likely.position] = likely.finding.names[likely.position]
        }
        let failure = error == nil ? likely?.carrier ?? Forms.unexplained : "error"
        let isGood = isOptional ? "\(name) != nil" : name.soundsLikeFailedFlag ? "!\(name)" : name
        let found =
            types.result(of: type) == nil
            ? "\(isGood) ? nil : \(failure)"
            : "if let \(name) { \(name).reportedFailure } else { \(failure) }"
        let failing = Finding(names: names, expression: found).hint
        if error != nil { return [failing, "completion"] }
        // `false` answers a question such as `isReachable`, and `nil` a search in a store, so offer `success` first.
        let question = #/^(is|has|can|check|exists|contains|find|lookup|cached|current)(?![a-z])/#
        let isValue = flags.count == callback.arity && member.baseName.begins(with: "get")
        let isQuestion =
            isValue || member.baseName.contains(question)
            || member.symbol.name.contains("(forKey:")
        return isQuestion ? ["success", failing] : [failing, "success"]
    }
}
