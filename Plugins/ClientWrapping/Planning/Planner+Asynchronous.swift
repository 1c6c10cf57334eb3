extension Planner {
    func asynchronousPlan() throws(Unsettled) -> Plan.AsynchronousPlan {
        var plan = Plan.AsynchronousPlan()
        let result = types.result(of: declaration.result)
        plan.result = declaration.isThrowing || result?.failure.name?.name == "Never" ? nil : result
        plan.progress = try progressCallbacks()
        // The `catch` block of the wrapper uses the name `error`, so the expression uses the same name.
        let hint = items.text(.rejection)?.replacingArgument(with: "error")
        if case .only(let type) = declaration.throwing {
            let error = "\(outside(type))"
            // A subclass or a conforming class must keep the error type, so the wrapper needs a hint for the error.
            guard types.shape == .extension || hint != nil else {
                throw Unsettled(
                    "it throws \(error) alone, and a rejected request has an error of its own",
                    ["rejection: <the \(error) that says so>"]
                )
            }
            plan.errorType = hint.map { _ in error }
            plan.fallback = hint.map { "throw error as? \(error) ?? \($0)" }
        } else if !declaration.isThrowing {
            plan.fallback = hint.map { "return \($0)" }
        }
        return plan
    }

    /// The callbacks that the client may call before the asynchronous method returns.
    private func progressCallbacks() throws(Unsettled) -> [Callback] {
        var (progress, unclear) = ([Callback](), [Unsettled]())
        for callback in callbacks {
            let title = callback.parameter.title
            let hint = items.roles(of: callback.parameter).last
            let question = hint == nil ? try finder.roleOfQuestion(callback) : nil
            if hint == .untouched || question == .untouched { continue }
            if question == nil { try finder.check(callback) }
            guard hint == .progress || hint == nil && callback.soundsLikeProgress || question != nil
            else {
                let reason = "it is asynchronous, and when \(title) comes is not certain"
                let hints = ["\(title): progress", "\(title): untouched"]
                unclear.append(Unsettled(reason, hints))
                continue
            }
            progress.append(callback)
        }
        if !unclear.isEmpty { throw Unsettled(all: unclear) }
        return progress
    }
}
