// Plans the wrapper of an asynchronous method: its progress callbacks, and the error in its result.
extension Planner {
    func asynchronousPlan() throws(Unsettled) -> Plan {
        var plan = plan(as: .asynchronous)
        plan.roles = try progressCallbacks().map { ($0, .captured) }
        // The `catch` block of the wrapper uses the name `error`, so the expression uses the same name.
        var value = rejection(by: [types.answer(of: declaration)].compactMap(\.self))
        if let answer = types.answer(of: declaration), let found = try error(in: answer) {
            plan.roles.append((answer, .callback(found)))
            let (values, isCertain) = rejectionValues(answer)
            if isCertain, !declaration.isThrowing {
                value = value ?? (values.count == 1 ? values[0] : "(\(values.list()))")
            }
        }
        let rejection = value?.replacingArgument(with: "error")
        if case .only(let type) = declaration.throwing {
            let error = "\(outside(type))"
            plan.fallback = rejection.map { "throw error as? \(error) ?? \($0)" }
            // A subclass or a conforming class must keep the error type.
            plan.errorType = types.shape == .extension && rejection == nil ? nil : error
            if plan.errorType != nil, rejection == nil {
                let sentence = "does not report a rejection, because it throws only \(error)"
                var remark = Remark(members: [member], sentence: sentence, count: .unreported)
                remark.hints = ["rejection: <the \(error) for a rejection>"]
                // One hint is for all requests, if they throw this type alone.
                let isOnly = client.members.compactMap(\.declaration)
                    .allSatisfy {
                        !types.mayIssueRequest($0) || $0.throwing == declaration.throwing
                    }
                remark.general = isOnly ? "* = \(remark.hints[0])" : nil
                plan.unreported = remark
            }
        } else if !declaration.isThrowing {
            plan.fallback = rejection.map { "return \($0)" }
        }
        return plan
    }

    /// Returns the closure that finds an error in the returned values; `nil` if these values contain no error.
    private func error(in answer: Callback) throws(Unsettled) -> Finding? {
        let errors = errors(of: answer).all
        let role: Role
        if let hint = items.roles(of: answer.parameter).last {
            role = try fitting(hint, answer)
        } else if index.isStream(types.core(declaration.result).precise) {
            let name = "\(outside(declaration.result))"
            let reason = "it returns \(name), a stream, and a request may end before its stream"
            throw unsettled(reason, ["return: success", "forward"], returning: name)
        } else if declaration.isThrowing, errors.isEmpty, failedFlags(answer).isEmpty {
            // The method throws its errors; a returned value such as a job may have an error of its own.
            return nil
        } else {
            do { role = try likelyRole(answer, among: [answer]) } catch {
                let cases = enumeration(answer)?.cases ?? []
                // As in a callback, `false` is perhaps a failure, unless the method asks a question.
                let isProperty = declaration.kind != .method
                let asks = isProperty || member.asksForValue || member.baseName.soundsLikeOtherFlag
                let isFlag = answer.shape() == "(Bool)" && !asks
                let mayFail = isFlag || mayHaveError(answer) || likelyError(answer) != nil
                if !mayFail, !cases.contains(where: \.soundsLikeFailedFlag) { return nil }
                let reason = "it returns \(outside(declaration.result)), which may be a failure"
                let hints = error.hints.map { $0.replacing(": progress", with: ": untouched") }
                throw Unsettled(reason, hints, general: error.general)
            }
        }
        return role.reportsFailure ? role.finding ?? ending(answer) : nil
    }

    /// Returns the callbacks that the client may call before the asynchronous method returns.
    private func progressCallbacks() throws(Unsettled) -> [Callback] {
        var progress: [Callback] = []
        for callback in callbacks {
            let hint = items.roles(of: callback.parameter).last
            let role = hint == nil ? try roleOfQuestion(callback) : hint
            if role == .untouched { continue }
            if role != .captured { try check(callback) }
            let isProgress = role == nil && callback.soundsLikeProgress
            guard isProgress || [.progress, .captured].contains(role) else {
                let roles = ["progress", "untouched"].map { "\(callback.title): \($0)" }
                let isKept = callback.title.contains(#/([lL]ogger|Changed?Callback)$/#)
                let hints = isKept ? roles.reversed() : roles
                let reason = "it is asynchronous, and may call \(callback.title) at any time"
                // With the role progress, a failed request would count as successful.
                let isEnd = callback.soundsLikeOneAnswer && !errors(of: callback).all.isEmpty
                throw Unsettled(reason, isEnd ? ["skip", roles[1]] : hints)
            }
            progress.append(callback)
        }
        return progress
    }
}
