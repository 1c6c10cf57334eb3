extension Planner {
    /// A request that ends when its method returns.
    func asynchronousPlan(_ declaration: Declaration) throws(Unsettled) -> Plan.AsynchronousPlan {
        Plan.AsynchronousPlan(
            rejection: try rejection(declaration),
            progress: try progressCallbacks(declaration)
        )
    }

    private func rejection(
        _ declaration: Declaration
    ) throws(Unsettled) -> Plan.AsynchronousRejection {
        // The error is that of the `catch`.
        let hint = items.rejection?.replacingArgument(with: "error")
        if case .only(let type) = declaration.throwing {
            let error = "\(outside(type))"
            if let hint { return .throwsOnly(error, otherwise: hint) }
            // A caller that takes the wrapper for the client handles no other error.
            guard types.shape == .extension else {
                throw Unsettled(
                    "it throws \(error) alone, and a rejected request has an error of its own",
                    hints: "rejection: <the \(error) that says so>"
                )
            }
            return .throws
        }
        if declaration.isThrowing { return .throws }
        if let hint { return .value(hint) }
        return declaration.result.isVoid ? .returns : .startsAllTheSame
    }

    /// The callbacks that come while the method is awaited, such as progress.
    private func progressCallbacks(_ declaration: Declaration) throws(Unsettled) -> [Callback] {
        var callbacks: [Callback] = []
        for callback in declaration.parameters.compactMap({ types.callback($0) }) {
            let title = callback.parameter.title
            let hint = items.lastValue { (item) -> Role? in
                guard case .role(let name, let role) = item else { return nil }
                return name == title || name == callback.parameter.name ? role : nil
            }
            if hint == .untouched { continue }
            try finder.check(callback)
            guard hint == .progress || hint == nil && callback.soundsLikeProgress else {
                throw Unsettled(
                    "it is asynchronous, and when \(title) comes is not certain",
                    hints: "\(title): progress",
                    "\(title): untouched"
                )
            }
            callbacks.append(callback)
        }
        return callbacks
    }
}
