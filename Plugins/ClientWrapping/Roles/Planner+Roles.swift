// Finds the role of each callback of a method by the types and names of the callbacks.
extension Planner {
    /// Returns whether the type is an error, as its declaration says or, without a symbol graph, its name.
    func isError(_ type: TypeSyntax) -> Bool {
        var type = types.meaning(of: type)
        if case .prefixed("any", let inner) = type { type = inner }
        if case .composition(let parts) = type { return parts.contains(where: isError) }
        // An associated type may be declared as `associatedtype Failure: Error`.
        let symbol = index[type.precise].flatMap { $0.isAssociatedType ? $0 : nil }
        let named = [type.precise] + (symbol?.tokens.tokens.map(\.precise) ?? [])
        if named.contains(where: index.isError) { return true }
        let module = type.precise.flatMap(KnownTypes.module)
        let isUnknown = module.map { !index.modules.union(KnownTypes.foundations).contains($0) }
        if isUnknown == true, type.isNamedError { return true }
        // A generic parameter may be constrained to `Error`, or to a protocol of errors.
        return member.symbol.constraints.contains { constraint in
            constraint.lhs == "\(type)" && constraint.rhsPrecise.map(index.isError) == true
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
        var unknown: [(reason: Unsettled, callback: Callback)] = []
        for position in open {
            let callback = callbacks[position]
            do throws(Unsettled) {
                roles[position] = callbacks.count > 1 ? try roleOfQuestion(callback) : nil
                if roles[position] != nil { continue }
                try check(callback)
                roles[position] = try likelyRole(callback, among: callbacks)
            } catch { unknown.append((error, callback)) }
        }
        let reports = zip(callbacks, roles).compactMap(report)
        let answer = zip(callbacks, roles)
            .first { $1 == .captured && $0.arity > 1 && !errors(of: $0).all.isEmpty }?.0
        if let answer, reports.isEmpty {
            let reason = "reports the error, and returns a value, so no role fits"
            throw .skip("\(answer.title) \(reason) \(answer.title)")
        }
        if let (reason, callback) = unknown.first {
            let isDivided = reports.contains(.success) && reports.contains(.failure)
            let isEnded = isDivided || reports.contains(.completion) || reports.contains(.finally)
            if !isEnded, unknown.count > 1, !unknown.contains(where: \.reason.isLeftToUser) {
                let ends = unknown.filter(\.callback.soundsLikeOneAnswer)
                let hints = unknown.compactMap { reason, callback in
                    let isEnd = callback.parameter == ends.first?.callback.parameter
                    return isEnd || callback.soundsLikeRefusal
                        ? reason.hints.first : "\(callback.title): progress"
                }
                let isOne = ends.count == 1 && hints.count == unknown.count
                let first = isOne ? [hints.list("; ")] : []
                throw Unsettled(unknown.map(\.reason.reason).list("; "), first + ["forward"])
            }
            // If other callbacks end the request, the unknown callback probably reports progress, so offer that first;
            // but `needsCode` is another end, and then each end needs its role.
            let role = callback.soundsLikeAnotherEnd ? ": success" : ": progress"
            throw isEnded && !callback.soundsLikeRefusal ? reason.preferring(role) : reason
        }
        try check(reports, of: open.map { callbacks[$0] })
        for (position, role) in roles.enumerated() {
            if let role { roles[position] = try fitting(role, callbacks[position]) }
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
            let reason = "\(names) may be called any number of times, and nothing ends the request"
            let hint = titles.map { "\($0): untouched" }.list("; ")
            throw Unsettled(reason, [hint, "\(first): success"])
        case (0, 1, 0, _), (0, 0, 1, _):
            let isFailure = reports.contains(.failure)
            // The client may call a callback such as `done` after a failure, too; the request has ended by then.
            let end = callbacks.first {
                isFailure ? $0.arity == 0 && $0.soundsLikeEnd : $0.soundsLikeSuccess
            }
            // A hint may say that another callback is the only answer.
            if end == nil, !isFailure { return }
            let reason = "no callback certainly reports a \(isFailure ? "success" : "failure")"
            // Alone, `onSuccess` may be called only if there is something new.
            if titles == ["onSuccess"] {
                throw Unsettled(reason, ["forward", "onSuccess: success"])
            }
            let role = end?.shape() == "(Bool)" ? end.map { likelyRoles($0)[0] } : nil
            throw Unsettled(reason, [end.map { "\($0.title): \(role ?? "success")" } ?? "forward"])
        default:
            let several = "\(names) may each end the request, and it is uncertain which do"
            let reason = titles.count == 1 ? "\(first) may end the request, too" : several
            throw Unsettled(reason, [proposal(callbacks)])
        }
    }

    /// Returns a hint with the most probable role of each callback, if at least one of them ends the request.
    func proposal(_ callbacks: [Callback]) -> String {
        func isStep(_ callback: Callback) -> Bool {
            callback.soundsLikePart || callback.soundsLikeProgress
                || callback.title.contains(#/^(item|file|page|part)(?![a-z])|rrorListener$/#)
        }
        let hasEnd = callbacks.contains(where: \.soundsLikeOneAnswer)
        // `itemCompletion` is a step beside `completion`, and an end beside `itemFailure`.
        let others = callbacks.filter { !isStep($0) }
        let hasOther = others.contains { $0.soundsLikeOneAnswer || $0.arity > 0 }
        let last = callbacks.last { $0.title.hasSuffix("ompletion") }
        let parts = callbacks.map { callback in
            let isPart = hasEnd && !callback.soundsLikeOneAnswer || callback.soundsLikePart
            let role = likelyEnd(callback, isProgress: isPart || hasOther && isStep(callback))
            let title = callback.title
            let isKnown = role != .completion || !errors(of: callback).all.isEmpty
            let other = enumeration(callback)?.finding?.hint ?? likelyRoles(callback)[0]
            let part = "\(title): \(isKnown ? "\(role)" : other)"
            // Before `readCompletion`, `writeCompletion` ends the request only with an error.
            guard title.hasSuffix("Completion"), role == .completion,
                errors(of: callback).all.count == 1, failedFlags(callback).isEmpty,
                callback.parameter != last?.parameter
            else { return part }
            let end = ending(callback)
            return
                "\(part); \(title): progress if { \(end.names.list()) in \(end.expression) == nil }"
        }
        return parts.list("; ")
    }

    private func likelyEnd(_ callback: Callback, isProgress: Bool) -> Role {
        if callback.soundsLikeRefusal { return .failure }
        if callback.arity == 0, callback.soundsLikeEnd { return .finally }
        if isProgress { return .progress }
        if callback.soundsLikeSuccess { return .success }
        return callback.soundsLikeFailure ? .failure : .completion
    }
}
