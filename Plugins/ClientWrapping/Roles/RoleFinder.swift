/// Finds the roles of a method's callbacks, where their types and names leave no doubt.
struct RoleFinder {
    let types: ClientTypes
    let member: Member

    /// The positions of the errors among the values of a callback.
    struct Errors {
        let certain: [Int]
        let optional: [Int]

        var all: [Int] { certain + optional }
    }

    /// The role of each callback, in their order.
    ///
    /// The hinted ones are those of which the user says it, by the names of the parameters.
    func roles(of callbacks: [Callback], hinted: [String: Role]) throws(Unsettled) -> [Role] {
        var roles: [Role?] = []
        for callback in callbacks {
            guard let role = hinted[callback.parameter.title] ?? hinted[callback.parameter.name]
            else {
                roles.append(nil)
                continue
            }
            roles.append(try fitting(role, callback))
        }
        // Hinted roles are not compared with each other.
        let open = callbacks.indices.filter { roles[$0] == nil }
        if !open.isEmpty {
            let found = try certainRoles(of: open.map { callbacks[$0] }, among: callbacks, roles)
            for (position, role) in zip(open, found) { roles[position] = role }
        }
        return roles.compactMap(\.self)
    }

    private func certainRoles(
        of open: [Callback],
        among all: [Callback],
        _ hinted: [Role?]
    ) throws(Unsettled) -> [Role] {
        for callback in open { try check(callback) }
        var roles: [(callback: Callback, role: Role?)] = []
        var unknown: [Unsettled] = []
        for callback in open {
            do throws(Unsettled) {
                roles.append((callback, try likelyRole(of: callback, among: all)))
            } catch { unknown.append(error) }
        }
        let counts = Counts(zip(all, hinted).map { ($0, $1) } + roles)
        if !unknown.isEmpty {
            // Where others end the request, this one comes in between.
            let isEnded = counts.either > 0 || counts.success > 0 && counts.failure > 0
            throw Unsettled(all: isEnded ? unknown.map { $0.preferring(": progress") } : unknown)
        }
        try counts.check(open)
        var fitted: [Role] = []
        for case (let callback, let role?) in roles { fitted.append(try fitting(role, callback)) }
        return fitted
    }

    /// How many callbacks there are of each kind.
    private struct Counts {
        var either = 0
        var success = 0
        var failure = 0
        var last = 0

        init(_ roles: [(callback: Callback, role: Role?)]) {
            for (callback, role) in roles {
                switch role {
                case .callback where callback.soundsLikeFailure: failure += 1
                case .callback where callback.soundsLikeSuccess: success += 1
                case .completion, .callback: either += 1
                case .success: success += 1
                case .failure: failure += 1
                case .finally: last += 1
                case .progress, .captured, .untouched, nil: break
                }
            }
        }

        private static func likelyRole(_ callback: Callback) -> String {
            if callback.arity == 0, callback.soundsLikeEnd { return "finally" }
            return callback.soundsLikeFailure ? "failure" : "completion"
        }

        /// Whether they go together in one request.
        func check(_ callbacks: [Callback]) throws(Unsettled) {
            let titles = callbacks.map(\.parameter.title)
            let (first, names) = (titles.first ?? "", titles.list(" and "))
            switch (either, success, failure, last) {
            case (1, 0, 0, 0...1), (0, 1, 1, 0...1), (0, 0, 0, 1): return
            case (0, 0, 0, 0):
                let reason = "\(names) may come any number of times, and nothing ends it"
                throw Unsettled(reason, hints: "\(first): success", "\(first): untouched")
            case (0, 1, 0, _):
                let reason = "\(first) sounds like success, and no callback reports a failure"
                throw Unsettled(reason, hints: "\(first): success")
            case (0, 0, 1, _):
                let reason = "\(first) sounds like failure, and no callback reports success"
                throw Unsettled(reason, hints: "\(first): failure")
            default:
                let hints = callbacks.map { "\($0.parameter.title): \(Self.likelyRole($0))" }
                let reason = "\(names) may each end it, and it is not certain which do"
                throw Unsettled(reason, hints: hints.list("; "))
            }
        }
    }

    // MARK: - One callback

    /// The role that the type and the name of a callback leave no doubt about.
    private func likelyRole(
        of callback: Callback,
        among all: [Callback]
    ) throws(Unsettled) -> Role {
        let title = callback.parameter.title
        let isAlone = all.count == 1
        let errors = errors(of: callback)
        if callback.soundsLikeProgress, errors.all.isEmpty { return .progress }
        if callback.returnsValue, !callback.soundsLikeAnEnd, !isAlone { return .progress }
        if errors.certain.isEmpty, errors.optional.count == 1 {
            // A callback that is called with an error or nil, and only when it failed?
            if callback.soundsLikeFailure, !isAlone {
                // A failure callback that always comes ends the request, after the success callback.
                let successes = all.filter(\.soundsLikeSuccess)
                    .map { "\($0.parameter.title): progress" }
                throw Unsettled(
                    "\(title) sounds like failure, and its error may be nil",
                    hints: "\(title): failure",
                    (successes + ["\(title): completion"]).list("; ")
                )
            }
            return .completion
        }
        if errors.certain.count == 1 || callback.arity == 0, errors.optional.isEmpty,
            callback.soundsLikeFailure
        {
            return .failure
        }
        if errors.all.isEmpty {
            if callback.soundsLikeSuccess { return .success }
            if callback.arity == 0, callback.soundsLikeEnd { return .finally }
            if let (_, role) = carriedError(callback) { return role }
        }
        throw unknown(callback)
    }

    private func unknown(_ callback: Callback) -> Unsettled {
        let title = callback.parameter.title
        let type = "\(types.outside(.function(callback.function), of: member))"
        let names = callback.valueNames.map(\.escaped).list()
        let role = "callback { \(names) in <the error, or nil> }"
        let (callbackHint, general) = ("\(title): \(role)", "\(callback.shape) = \(role)")
        if callback.soundsLikeFailure {
            return Unsettled(
                "\(title) sounds like failure, and nothing in \(type) is an error for sure",
                hints: callbackHint,
                general: general
            )
        }
        if callback.arity == 0 {
            return Unsettled(
                "\(title) is \(type), which says neither that it ends the request nor how",
                hints: "\(title): finally",
                "\(title): success",
                "\(title): untouched"
            )
        }
        let enumeration = EnumerationHint(types: types, member: member)
        if let (cases, hint) = enumeration.suggestion(for: callback), !cases.isEmpty {
            let reason =
                "\(title) is \(type), and each case may be the end, or not: \(cases.list())"
            // What comes again and again ends at some call, and a role ends at the first.
            if cases.contains(where: EnumerationHint.seemsToRepeat) { return .skip(reason) }
            let role = hint ?? "success"
            let hints = ["\(title): \(role)", hint == nil ? callbackHint : "skip"]
            return Unsettled(reason, hints, general: "\(callback.shape) = \(role)")
        }
        return Unsettled(
            "nothing in \(title), which is \(type), says for sure whether the request has failed",
            hints: callbackHint,
            "\(title): success",
            "\(title): progress",
            general: general
        )
    }

    /// Where the errors are among the parameters.
    func errors(of callback: Callback) -> Errors {
        let values = callback.function.parameters.map { types.value($0) }
        let isError = values.map { types.isError($0.type, in: member) }
        return Errors(
            certain: values.indices.filter { isError[$0] && !values[$0].isOptional },
            // The meaning of a missing result is not certain.
            optional: values.indices.filter {
                values[$0].isOptional ? isError[$0] : types.isResult(values[$0].type)
            }
        )
    }
}
